# The product of all values is too large for any folder.
n=$(seq -s , 1 2000)
slot-sweep --out cells --plan --set=a=$n --set=b=$n --set=c=$n -- slot-gen --jobs '{a}'
