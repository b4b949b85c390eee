#include "codec.h"
#include <stdlib.h>
#include <string.h>

enum { out_of_memory = -1 };

static void quiet_encoder(ISVCEncoder *w) {
	int level = WELS_LOG_QUIET;
	(*w)->SetOption(w, ENCODER_OPTION_TRACE_LEVEL, &level);
}

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
	p->bEnableFrameSkip = 0;         // each picture has its number
	p->bEnableSceneChangeDetect = 0; // key frames come when they are due
	p->iMultipleThreadIdc = 1;
	SSpatialLayerConfig *l = &p->sSpatialLayers[0];
	l->iVideoWidth = width;
	l->iVideoHeight = height;
	l->fFrameRate = rate;
	l->iSpatialBitrate = bitrate;
	l->iMaxSpatialBitrate = UNSPECIFIED_BIT_RATE;
	l->uiProfileIdc = PRO_BASELINE;
	l->sSliceArgument.uiSliceMode = SM_SINGLE_SLICE;
	l->bVideoSignalTypePresent = 1;
	l->uiVideoFormat = VF_UNDEF;
	l->bFullRange = 0;
	l->bColorDescriptionPresent = 1;
	l->uiColorPrimaries = CP_BT709; // those of sRGB
	l->uiTransferCharacteristics = TRC_IEC61966_2_1;
	l->uiColorMatrix = CM_SMPTE170M; // BT.601
}

int encoder_open(encoder **out, int width, int height, int bitrate, float rate, int key_every) {
	encoder *e = calloc(1, sizeof *e);
	if (!e)
		return out_of_memory;
	int rc = WelsCreateSVCEncoder(&e->wels);
	if (rc) {
		free(e);
		return rc;
	}
	quiet_encoder(e->wels);
	int w = width & ~1, h = height & ~1;
	SEncParamExt p;
	if (!(rc = (*e->wels)->GetDefaultParams(e->wels, &p))) {
		describe(&p, w, h, bitrate, rate, key_every);
		rc = (*e->wels)->InitializeExt(e->wels, &p);
	}
	uint8_t *planes = rc ? NULL : malloc((size_t)w * h * 3 / 2);
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
	if (key && (rc = (*e->wels)->ForceIntraFrame(e->wels, 1)))
		return rc;
	memset(&e->info, 0, sizeof e->info);
	return (*e->wels)->EncodeFrame(e->wels, s, &e->info);
}

void encoder_close(encoder *e) {
	if (!e)
		return;
	(*e->wels)->Uninitialize(e->wels);
	WelsDestroySVCEncoder(e->wels);
	free(e->picture.pData[0]);
	free(e);
}

int decoder_open(decoder **out) {
	decoder *d = calloc(1, sizeof *d);
	if (!d)
		return out_of_memory;
	long rc = WelsCreateDecoder(&d->wels);
	if (rc) {
		free(d);
		return (int)rc;
	}
	int level = WELS_LOG_QUIET;
	(*d->wels)->SetOption(d->wels, DECODER_OPTION_TRACE_LEVEL, &level);
	SDecodingParam p;
	memset(&p, 0, sizeof p);
	p.sVideoProperty.eVideoBsType = VIDEO_BITSTREAM_AVC;
	p.eEcActiveIdc = ERROR_CON_DISABLE; // a wrong picture is worse than none
	if ((rc = (*d->wels)->Initialize(d->wels, &p))) {
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
	DECODING_STATE state = (*d->wels)->DecodeFrameNoDelay(d->wels, annexb, n, d->plane, &info);
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
	(*d->wels)->Uninitialize(d->wels);
	WelsDestroyDecoder(d->wels);
	free(d);
}
