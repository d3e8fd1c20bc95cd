#!/bin/sh
# Makes the pictures of README.md and docs/dynamics.md from the drawings of this repository, by Limber itself:
#
#     docs/pictures/make.sh [LIMBER]      LIMBER: build/release/bin/limber when it is not said
#
# The picture of the window wants Xvfb and ffmpeg; without them it stays as it is.
set -eu
cd "$(dirname "$0")/../.."
limber=${1:-build/release/bin/limber}
out=docs/pictures

# One looping picture of a hand that pulls. The hand is part of the drawing: its motor swings it.
"$limber" render -q $out/pull.limber --glyphs off --fit=-146,-9,168,82 --size 600x210 --seconds 3 --fps 15 -o $out/pull.gif

# Twelve examples without their titles, each at a moment that shows what it does. README.md lists the same.
plain=$(mktemp -d)
echo 'delete text1 text2' > "$plain/script"
while read -r name time; do
  "$limber" edit -q data/drawings/"$name".limber "$plain/script" -o "$plain/$name.limber"
  "$limber" render -q "$plain/$name.limber" --size 360x270 --time "$time" -o $out/"$name".png
done <<END
peaucellier 0.4s
jansen-walker 1s
watt 0.5s
spirograph 1.2s
geneva-drive 0.3s
klann-leg 1.6s
pantograph 0.8s
radial-engine 0.2s
cardan 0.7s
desk-lamp 0s
ornament 0s
heart 0.8s
END
rm -rf "$plain"

# The page on mass, which says the same lines.
"$limber" render -q data/drawings/double-pendulum.limber --time 1.5s --fit=-170,-150,170,105 --size 420x315 -o $out/double-pendulum.png
"$limber" pull -q data/drawings/chain-between-towers.limber data/drawings/chain-between-towers.script --save $out/hung.limber > /dev/null
"$limber" render -q $out/hung.limber --size 480x360 -o $out/chain.png
rm $out/hung.limber
"$limber" render -q data/drawings/elastic-ellipse.limber --time 0.4s --size 420x315 -o $out/elastic-ellipse.png

# The toolbox.
"$limber" render -q data/drawings/gallery.limber -o $out/gallery.png

# The window.
if command -v Xvfb > /dev/null && command -v ffmpeg > /dev/null; then
  home=$(mktemp -d)
  Xvfb :97 -screen 0 1280x800x24 -nolisten tcp > /dev/null 2>&1 &
  screen=$!
  export HOME="$home" XDG_CONFIG_HOME="$home" XDG_STATE_HOME="$home" XDG_CACHE_HOME="$home" DISPLAY=:97
  sleep 1
  "$limber" open --theme light --size 1280x800 data/drawings/jansen-walker.limber > /dev/null 2>&1 &
  window=$!
  sleep 3
  ffmpeg -loglevel error -y -f x11grab -draw_mouse 0 -video_size 1280x800 -i :97 -frames:v 1 $out/window.png
  kill $window $screen
  wait $window $screen 2> /dev/null || true
  rm -rf "$home"
fi
