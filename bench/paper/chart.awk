# Draws lines as SVG, readable on light and dark ground. Input, by tabs:
#
#     title TEXT
#     x TEXT [log]        y TEXT [log]       the axes
#     tick x VALUE TEXT   tick y VALUE TEXT
#     point SERIES X Y [ERROR]    in the order to be drawn; a bar from Y - ERROR to Y + ERROR
BEGIN {
    FS = "\t"
    width = 640; height = 400; left = 64; right = 16; top = 40; bottom = 48
    split("#2f7fd6 #d9622b #2e9e5b #a45fd0 #b8860b #d0477f #5f8a8b #8a6d5f", color, " ")
}
$1 == "title" { title = $2 }
$1 == "x" || $1 == "y" { label[$1] = $2; is_log[$1] = $3 == "log" }
$1 == "tick" { ticks++; tick_axis[ticks] = $2; tick_at[ticks] = place($2, $3); tick_text[ticks] = $4; widen($2, tick_at[ticks]) }
$1 == "point" {
    if (!($2 in line_of)) { line_of[$2] = ++lines; name[lines] = $2 }
    points++
    series[points] = line_of[$2]; px[points] = place("x", $3); py[points] = place("y", $4)
    widen("x", px[points]); widen("y", py[points])
    if ($5 > 0 && (!is_log["y"] || $5 < $4)) {
        barred[points] = 1
        widen("y", from[points] = place("y", $4 - $5)); widen("y", to[points] = place("y", $4 + $5))
    }
}
function place(axis, value) { return is_log[axis] ? log(value) : value + 0 }
function widen(axis, v) {
    if (!(axis in low) || v < low[axis]) low[axis] = v
    if (!(axis in high) || v > high[axis]) high[axis] = v
}
function x_of(v) { return left + (v - low["x"]) / (high["x"] - low["x"]) * (width - left - right) }
function y_of(v) { return height - bottom - (v - low["y"]) / (high["y"] - low["y"]) * (height - top - bottom - 18 * int((lines + 2) / 3)) }
function text(x, y, anchor, class, s) {
    gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s)
    printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", x, y, anchor, class, s
}
function draw_ticks(   i, v) {
    for (i = 1; i <= ticks; i++)
        if (tick_axis[i] == "x") {
            v = x_of(tick_at[i])
            printf "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", v, y_of(low["y"]), y_of(high["y"])
            text(v, height - bottom + 18, "middle", "small", tick_text[i])
        } else {
            v = y_of(tick_at[i])
            printf "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", left, v, width - right
            text(left - 6, v + 4, "end", "small", tick_text[i])
        }
}
function draw_bar(i, l,   x) {
    x = x_of(px[i])
    printf "<path fill=\"none\" stroke-width=\"1\" stroke=\"%s\" d=\"M%.1f %.1fh6m-3 0V%.1fm-3 0h6\"/>\n", color[l], x - 3, y_of(from[i]), y_of(to[i])
}
function draw_line(l,   i, d) {
    for (i = 1; i <= points; i++)
        if (series[i] == l) {
            if (barred[i]) draw_bar(i, l)
            d = d sprintf("%s%.1f %.1f", d == "" ? "M" : "L", x_of(px[i]), y_of(py[i]))
            printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>\n", x_of(px[i]), y_of(py[i]), color[l]
        }
    printf "<path fill=\"none\" stroke-width=\"1.8\" stroke=\"%s\" d=\"%s\"/>\n", color[l], d
}
function draw_name(l,   x, y) {
    x = left + (l - 1) % 3 * 188
    y = top + 2 + 18 * int((l - 1) / 3)
    printf "<path stroke-width=\"3\" stroke=\"%s\" d=\"M%d %dh18\"/>\n", color[l], x, y
    text(x + 24, y + 4, "start", "small", name[l])
}
END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n", width, height
    print "<style>text{fill:#24292f;font-size:13px}.small{font-size:12px}.title{font-size:15px;font-weight:bold}.grid{stroke:#8888;stroke-width:.7;stroke-opacity:.5}"
    print "@media(prefers-color-scheme:dark){text{fill:#d8dee4}}</style>"
    text(left, 22, "start", "title", title)
    draw_ticks()
    for (l = 1; l <= lines; l++) { draw_line(l); draw_name(l) }
    text((left + width - right) / 2, height - 10, "middle", "small", label["x"])
    printf "<g transform=\"translate(14 %d) rotate(-90)\">", (top + height - bottom) / 2
    text(0, 0, "middle", "small", label["y"])
    print "</g>\n</svg>"
}
