// The library is called as C++: the table of functions that it gives to C lacks
// an argument of ForceIntraFrame (openh264 2.3.1, codec_api.h).
#include "codec.h"
#include <stdlib.h>
#include <string.h>

enum { out_of_memory = -1 };

static void describe(SEncParamExt *p, int width, int height, int bitrate, float rate, int key_every) {
	p->iUsageType = CAMERA_VIDEO_REAL_TIME;
	p->iPicWidth = width;
	p->iPicHeight = height;
	p->iTargetBitrate = bitrate;
	p->iMaxBitrate = UNSPECIFIED_BIT_RATE;
	p->iRCMode = RC_BITRATE_MODE;
	p->fMaxFrameRate = rate;
	p->uiIntraPeriod = key_every;
	p->eSpsPpsIdStrategy = CONSTANT_ID; // one SPS and PPS for the whole of a clip
	p->iComplexityMode = LOW_COMPLEXITY;
	p->bEnableFrameSkip = false;         // each picture has its number
	p->bEnableSceneChangeDetect = false; // key frames come when they are due
	p->iMultipleThreadIdc = 1;
	SSpatialLayerConfig *l = &p->sSpatialLayers[0];
	l->iVideoWidth = width;
	l->iVideoHeight = height;
	l->fFrameRate = rate;
	l->iSpatialBitrate = bitrate;
	l->iMaxSpatialBitrate = UNSPECIFIED_BIT_RATE;
	l->uiProfileIdc = PRO_BASELINE;
	l->sSliceArgument.uiSliceMode = SM_SINGLE_SLICE;
	l->bVideoSignalTypePresent = true;
	l->uiVideoFormat = VF_UNDEF;
	l->bFullRange = false;
	l->bColorDescriptionPresent = true;
	l->uiColorPrimaries = CP_BT709; // those of sRGB
	l->uiTransferCharacteristics = TRC_IEC61966_2_1;
	l->uiColorMatrix = CM_SMPTE170M; // BT.601
}

int encoder_open(encoder **out, int width, int height, int bitrate, float rate, int key_every) {
	encoder *e = static_cast<encoder *>(calloc(1, sizeof *e));
	if (!e)
		return out_of_memory;
	int rc = WelsCreateSVCEncoder(&e->wels);
	if (rc) {
		free(e);
		return rc;
	}
	int level = WELS_LOG_QUIET;
	e->wels->SetOption(ENCODER_OPTION_TRACE_LEVEL, &level);
	int w = width & ~1, h = height & ~1;
	SEncParamExt p;
	if (!(rc = e->wels->GetDefaultParams(&p))) {
		describe(&p, w, h, bitrate, rate, key_every);
		rc = e->wels->InitializeExt(&p);
	}
	uint8_t *planes = rc ? NULL : static_cast<uint8_t *>(malloc((size_t)w * h * 3 / 2));
	if (!planes) {
		encoder_close(e);
		return rc ? rc : out_of_memory;
	}
	SSourcePicture *s = &e->picture;
	s->iColorFormat = videoFormatI420;
	s->iPicWidth = w;
	s->iPicHeight = h;
	s->iStride[0] = w;
	s->iStride[1] = s->iStride[2] = w / 2;
	s->pData[0] = planes;
	s->pData[1] = s->pData[0] + (size_t)w * h;
	s->pData[2] = s->pData[1] + (size_t)w * h / 4;
	e->stride = 3 * width;
	*out = e;
	return 0;
}

int encoder_encode(encoder *e, const uint8_t *rgb, long long ms, int key) {
	SSourcePicture *s = &e->picture;
	rgb_to_planes(rgb, e->stride, s->iPicWidth, s->iPicHeight, s->pData[0], s->pData[1], s->pData[2]);
	s->uiTimeStamp = ms;
	int rc;
	if (key && (rc = e->wels->ForceIntraFrame(true)))
		return rc;
	memset(&e->info, 0, sizeof e->info);
	return e->wels->EncodeFrame(s, &e->info);
}

void encoder_close(encoder *e) {
	if (!e)
		return;
	e->wels->Uninitialize();
	WelsDestroySVCEncoder(e->wels);
	free(e->picture.pData[0]);
	free(e);
}

int decoder_open(decoder **out) {
	decoder *d = static_cast<decoder *>(calloc(1, sizeof *d));
	if (!d)
		return out_of_memory;
	long rc = WelsCreateDecoder(&d->wels);
	if (rc) {
		free(d);
		return (int)rc;
	}
	int level = WELS_LOG_QUIET;
	d->wels->SetOption(DECODER_OPTION_TRACE_LEVEL, &level);
	SDecodingParam p;
	memset(&p, 0, sizeof p);
	p.sVideoProperty.eVideoBsType = VIDEO_BITSTREAM_AVC;
	p.eEcActiveIdc = ERROR_CON_DISABLE; // a wrong picture is worse than none
	if ((rc = d->wels->Initialize(&p))) {
		decoder_close(d);
		return (int)rc;
	}
	*out = d;
	return 0;
}

int decoder_decode(decoder *d, const uint8_t *annexb, int n) {
	SBufferInfo info;
	memset(&info, 0, sizeof info);
	memset(d->plane, 0, sizeof d->plane);
	d->width = 0;
	DECODING_STATE state = d->wels->DecodeFrameNoDelay(annexb, n, d->plane, &info);
	if (state != dsErrorFree)
		return state;
	if (info.iBufferStatus == 1 && d->plane[0]) {
		const SSysMEMBuffer *b = &info.UsrData.sSystemBuffer;
		d->width = b->iWidth;
		d->height = b->iHeight;
		d->stride = b->iStride[0];
		d->chroma_stride = b->iStride[1];
	}
	return 0;
}

void decoder_close(decoder *d) {
	if (!d)
		return;
	d->wels->Uninitialize();
	WelsDestroyDecoder(d->wels);
	free(d);
}
