#!/usr/bin/env bash
# Makes the fonts of this folder: Noto Sans CJK (SIL Open Font License 1.1, see
# OFL.txt), cut down to the characters that plustwo's texts use. Run it where
# TestFontsHoldEveryCharacter fails. Needs Debian's fonts-noto-cjk and
# python3-fonttools.
set -euo pipefail
cd "$(dirname "$0")"
root=../../..
text=$(mktemp)
trap 'rm -f "$text"' EXIT
cat $root/adjudicate/rules/*.json $root/adjudicate/rules/books/*.json $root/adjudicate/phrase/*.go $root/models/puzzles/*.json ../words.txt >"$text"
for weight in Regular Bold; do
  for script in SC:2 TC:3; do
    /usr/bin/python3 -m fontTools.subset "/usr/share/fonts/opentype/noto/NotoSansCJK-$weight.ttc" --font-number="${script#*:}" \
      --text-file="$text" --layout-features='' --no-hinting --desubroutinize --name-IDs='0,1,2,4,13,14' \
      --output-file="NotoSans${script%:*}-$weight.otf"
  done
done
