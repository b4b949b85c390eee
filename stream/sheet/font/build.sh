#!/usr/bin/env bash
# Makes the font of the printed sheet: WenQuanYi Micro Hei (Apache License 2.0,
# the WenQuanYi Board of Trustees and Google Corporation, based on the Droid
# fonts), with Latin letters and every character of Big5 and GB 2312, since
# anybody's name may stand on a sheet. Needs Debian's fonts-wqy-microhei and
# python3-fonttools.
set -euo pipefail
cd "$(dirname "$0")"
list=$(mktemp)
trap 'rm -f "$list"' EXIT
python3 - >"$list" <<'END'
chars = set(range(0x20, 0x7F)) | set(range(0xA0, 0x180)) | set(range(0x2010, 0x2040)) | set(range(0x3000, 0x3040)) | set(range(0xFF01, 0xFF60))
chars |= {0x2190, 0x2192, 0x2212, 0x2610, 0x2611, 0x25A1, 0x2713, 0x2717, 0x20AC}
for code, rows in (("big5", range(0xA1, 0xFA)), ("gb2312", range(0xA1, 0xF8))):
    for high in rows:
        for low in [*range(0x40, 0x7F), *range(0xA1, 0xFF)]:
            try:
                chars.update(ord(c) for c in bytes([high, low]).decode(code))
            except UnicodeDecodeError:
                pass
print(",".join(f"{c:x}" for c in sorted(chars)))
END
python3 -m fontTools.subset /usr/share/fonts/truetype/wqy/wqy-microhei.ttc --font-number=0 --unicodes-file="$list" \
  --layout-features='' --no-hinting --drop-tables+=GSUB,GPOS,GDEF,kern,FFTM --name-IDs='0,1,2,4,13,14' \
  --output-file=WenQuanYiMicroHei.ttf
