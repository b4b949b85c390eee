#include "codec.h"

// Each step is a loop that the compiler turns into vector instructions; AVX2
// is taken where the processor has it.
#if defined(__x86_64__) && defined(__linux__) && !defined(__clang__)
#define FAST __attribute__((target_clones("avx2", "default")))
#else
#define FAST
#endif

// Pixels of a row that are converted at a time; even.
enum { block = 512 };

FAST static void split(const uint8_t *restrict p, uint8_t *restrict r, uint8_t *restrict g, uint8_t *restrict b, int n) {
	for (int i = 0; i < n; i++) {
		r[i] = p[3 * i];
		g[i] = p[3 * i + 1];
		b[i] = p[3 * i + 2];
	}
}

// The factors are those of ITU-R BT.601 in limited range, times 256.
FAST static void luma(const uint8_t *restrict r, const uint8_t *restrict g, const uint8_t *restrict b, uint8_t *restrict y, int n) {
	for (int i = 0; i < n; i++)
		y[i] = (uint8_t)(((uint16_t)(66 * r[i] + 129 * g[i] + 25 * b[i] + 128) >> 8) + 16);
}

// mean takes two rows to the means of 2 x 2 pixels.
FAST static void mean(const uint8_t *restrict a, const uint8_t *restrict b, int16_t *restrict m, int n) {
	for (int i = 0; i < n; i++)
		m[i] = (int16_t)((a[2 * i] + a[2 * i + 1] + b[2 * i] + b[2 * i + 1] + 2) >> 2);
}

FAST static void chroma(const int16_t *restrict r, const int16_t *restrict g, const int16_t *restrict b, uint8_t *restrict cb, uint8_t *restrict cr, int n) {
	for (int i = 0; i < n; i++) {
		cb[i] = (uint8_t)(((int16_t)(-38 * r[i] - 74 * g[i] + 112 * b[i] + 128) >> 8) + 128);
		cr[i] = (uint8_t)(((int16_t)(112 * r[i] - 94 * g[i] - 18 * b[i] + 128) >> 8) + 128);
	}
}

// two_rows converts up to a block of two rows.
static void two_rows(const uint8_t *p, const uint8_t *q, int n, uint8_t *y, uint8_t *z, uint8_t *cb, uint8_t *cr) {
	uint8_t above[3][block], below[3][block];
	int16_t m[3][block / 2];
	split(p, above[0], above[1], above[2], n);
	split(q, below[0], below[1], below[2], n);
	luma(above[0], above[1], above[2], y, n);
	luma(below[0], below[1], below[2], z, n);
	for (int c = 0; c < 3; c++)
		mean(above[c], below[c], m[c], n / 2);
	chroma(m[0], m[1], m[2], cb, cr, n / 2);
}

void rgb_to_planes(const uint8_t *rgb, int stride, int width, int height, uint8_t *y, uint8_t *cb, uint8_t *cr) {
	for (int row = 0; row < height; row += 2) {
		const uint8_t *p = rgb + (size_t)row * stride;
		uint8_t *luma_row = y + (size_t)row * width;
		size_t chroma_row = (size_t)row / 2 * (width / 2);
		for (int x = 0; x < width; x += block) {
			int n = width - x < block ? width - x : block;
			two_rows(p + 3 * x, p + stride + 3 * x, n, luma_row + x, luma_row + width + x, cb + chroma_row + x / 2, cr + chroma_row + x / 2);
		}
	}
}

static uint8_t clamp(int v) {
	return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
}

void planes_to_rgb(const decoder *d, uint8_t *rgb) {
	for (int row = 0; row < d->height; row++) {
		const uint8_t *y = d->plane[0] + (size_t)row * d->stride;
		const uint8_t *cb = d->plane[1] + (size_t)(row / 2) * d->chroma_stride;
		const uint8_t *cr = d->plane[2] + (size_t)(row / 2) * d->chroma_stride;
		for (int x = 0; x < d->width; x++, rgb += 3) {
			// ITU-R BT.601, the inverse, times 256.
			int l = 298 * (y[x] - 16) + 128, b = cb[x / 2] - 128, r = cr[x / 2] - 128;
			rgb[0] = clamp((l + 409 * r) >> 8);
			rgb[1] = clamp((l - 100 * b - 208 * r) >> 8);
			rgb[2] = clamp((l + 516 * b) >> 8);
		}
	}
}
