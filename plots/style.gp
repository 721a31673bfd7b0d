# slotwise: the style of every figure. slot-plot copies this text to the head of each script.
# Colours: Okabe and Ito's eight, which colour-blind readers can tell apart, ordered so that
# neighbours differ in lightness too; dashes, points and hatching tell them apart in grey.
reset
set macros
sw_svg = "noenhanced butt font 'DejaVu Sans,Helvetica,Arial,sans-serif,13' background '#ffffff'"
sw_png = "noenhanced butt font 'DejaVu Sans,11' fontscale 2 linewidth 2 pointscale 2 background '#ffffff'"
sw_pdf = "noenhanced butt font 'DejaVu Sans,8' linewidth 1.5 pointscale 0.6 background '#ffffff'"
sw_dumb = "noenhanced mono"
set linetype 1 lc rgb '#0072b2' lw 2 dt 1            pt 7  ps 0.7  # blue, solid
set linetype 2 lc rgb '#d55e00' lw 2 dt (12,8)       pt 5  ps 0.7  # vermillion, dashed
set linetype 3 lc rgb '#009e73' lw 2 dt (2,5)        pt 9  ps 0.9  # green, dotted
set linetype 4 lc rgb '#e69f00' lw 2 dt (12,6,2,6)   pt 13 ps 0.9  # orange, dash dot
set linetype 5 lc rgb '#56b4e9' lw 2 dt 1            pt 6  ps 0.8  # sky blue
set linetype 6 lc rgb '#cc79a7' lw 2 dt (12,8)       pt 4  ps 0.8  # purple
set linetype 7 lc rgb '#000000' lw 2 dt (2,5)        pt 8  ps 0.9  # black
set linetype 8 lc rgb '#b8a900' lw 2 dt (12,6,2,6)   pt 12 ps 0.9  # dark yellow
set linetype 9  lc rgb '#0072b2' lw 2 dt (2,5)         pt 10 ps 0.9  # and again, with other dashes and points
set linetype 10 lc rgb '#d55e00' lw 2 dt 1             pt 11 ps 0.9
set linetype 11 lc rgb '#009e73' lw 2 dt (12,8)        pt 1  ps 0.9
set linetype 12 lc rgb '#e69f00' lw 2 dt 1             pt 2  ps 0.9
set linetype 13 lc rgb '#56b4e9' lw 2 dt (12,6,2,6)    pt 3  ps 0.9
set linetype 14 lc rgb '#cc79a7' lw 2 dt (2,5)         pt 14 ps 0.9
set linetype 15 lc rgb '#000000' lw 2 dt (12,8)        pt 15 ps 0.9
set linetype 16 lc rgb '#b8a900' lw 2 dt 1             pt 1  ps 0.9
set linetype cycle 16
# Areas and boxes: the colours of the lines, and three of four hatched, as some are one grey.
array sw_fill[8] = ['#0072b2', '#d55e00', '#009e73', '#e69f00', '#56b4e9', '#cc79a7', '#555555', '#b8a900']
sw_edge = '#333333'
sw_ink = '#222222'
sw_faint = '#d8d8d8'
set border 3 lw 1 lc rgb sw_ink
set tics nomirror out scale 0.6 textcolor rgb sw_ink
set grid x y lt 1 lc rgb sw_faint lw 0.6 dt 1
set grid noxtics
set key outside top left horizontal Left reverse samplen 2.5 spacing 1.15 width 1 textcolor rgb sw_ink
set style fill solid 1 border lc rgb sw_edge
set errorbars 0.6
set boxwidth 0.8 relative
set datafile separator "\t"
set datafile missing 'NaN'
set xlabel textcolor rgb sw_ink
set ylabel textcolor rgb sw_ink
set title textcolor rgb sw_ink
