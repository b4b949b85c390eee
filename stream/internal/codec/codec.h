// What the Go side calls: openh264, and the
// conversions between RGB and the planes that it wants.
#ifndef PLUSTWO_CODEC_H
#define PLUSTWO_CODEC_H

#include <stddef.h>
#include <stdint.h>
#include <wels/codec_api.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
	ISVCEncoder *wels;
	SSourcePicture picture; // even sides; its planes lie in one block at pData[0]
	int stride;             // bytes of an RGB row
	SFrameBSInfo info;      // what the last call made, the library's own memory
} encoder;

int encoder_open(encoder **out, int width, int height, int bitrate, float rate, int key_every);
int encoder_encode(encoder *e, const uint8_t *rgb, long long ms, int key);
void encoder_close(encoder *e);

typedef struct {
	ISVCDecoder *wels;
	uint8_t *plane[3]; // of the last picture, the library's own memory
	int width, height, stride, chroma_stride;
} decoder;

int decoder_open(decoder **out);
int decoder_decode(decoder *d, const uint8_t *annexb, int n); // width is 0 where no picture came out
void decoder_close(decoder *d);

// rgb_to_planes takes the even part of an RGB picture, whose rows are stride
// bytes apart, to Y, Cb and Cr with chroma in the middle of each 2 x 2 pixels.
void rgb_to_planes(const uint8_t *rgb, int stride, int width, int height, uint8_t *y, uint8_t *cb, uint8_t *cr);
void planes_to_rgb(const decoder *d, uint8_t *rgb);

#ifdef __cplusplus
}
#endif

#endif
