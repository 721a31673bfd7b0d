# -o over a symbolic link: the link stays, and what it points to is written, whether it is there or not.
mkdir folder
echo old >folder/there
ln -s folder/there link
ln -s folder/new dangling
ln -s dangling twice
ln -s "$PWD/folder/absolute" absolute
ln -s folder to-a-folder
for name in link dangling absolute twice; do
    slot-gen --jobs 1 -o $name && [ -L $name ] && echo "$name stays"
done
for file in folder/*; do echo "$file: $(wc -l <$file) lines"; done
slot-gen --jobs 1 -o to-a-folder
slot-gen --jobs 1 -o nowhere/x
slot-gen --jobs 1 -o /proc/nowhere/x
mkdir "$(printf 'a b\n'"'"'$(touch x)')"
cd a*
slot-gen --jobs 2 -o "$(printf 'two\nlines "and" more')"
slot-replay --nodes 2 --map-slots 2 "$(printf 'two\nlines "and" more')" | wc -l
ls | wc -l
ls -A .. | grep -x x || echo nothing was run
