# Plots cost-*.svg from costs.dat: run `gnuplot costs.gnuplot` in this folder. `index N` is block N
# of the data.
set terminal svg size 760,330 font "sans-serif,13" background "#ffffff"
set border 3 lc rgb "#4a5568"
set tics nomirror out
set grid lc rgb "#e2e8f0" lt 1
set key left top Left reverse samplen 2
set logscale y
set format y "10^{%L}"
set style line 1 lc rgb "#2b6cb0" lw 2 pt 7 ps 0.6
set style line 2 lc rgb "#c53030" lw 2 pt 5 ps 0.6
set style data linespoints
costs = "costs.dat"

set output "cost-enumeration.svg"
set multiplot layout 1,2
set ylabel "steps"
set yrange [1e4:1e10]
set title "classic fleet, method enumeration"
set xlabel "columns and rows of the board"
plot [7.5:20.5] costs index 0 using 1:2 ls 1 title "empty board", \
     costs index 1 using 1:2 ls 2 title "after one miss"
set title "more ships, 10x10, after one miss"
set key right bottom
set xtics 1
set xlabel "ships"
plot [3.7:7.3] costs index 2 using 1:2 ls 1 title "enumeration", \
     costs index 3 using 1:2 ls 2 title "frontier"
unset multiplot

set output "cost-frontier.svg"
set multiplot layout 1,2
set title "ten ships, no contact, method frontier"
set key left top
set xlabel "columns and rows of the board"
plot [7.7:12.3] costs index 4 using 1:2 ls 2 title "empty board"
set key right top
set xtics auto
set title "ten ships, no contact, 10x10"
set xlabel "shots fired"
set yrange [1e3:1e10]
plot [-2:57] costs index 6 using 1:2 ls 1 title "enumeration", \
     costs index 5 using 1:2 ls 2 title "frontier"
unset multiplot

set output "cost-sampling.svg"
set multiplot layout 1,2
set logscale x
set format x "10^{%L}"
set xlabel "steps"
set ylabel "rms standard error of a cell"
set yrange [0.001:0.1]
set title "classic fleet, 20x20, empty"
plot [3e4:2e9] costs index 7 using 2:3 ls 1 title "rejection", \
     costs index 8 using 2:3 ls 2 title "mcmc"
set title "ten ships, no contact, 10x10, 20 shots"
plot [3e4:2e9] costs index 9 using 2:3 ls 1 title "rejection", \
     costs index 10 using 2:3 ls 2 title "mcmc"
unset multiplot
