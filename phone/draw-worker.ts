import { drawQr } from '#modules/documents/qr.ts'

/*
 * Draws hand-over codes. The phone loads it only when one is shown; the correction of errors is the
 * lowest, as a screen has no scratches and fewer dots are larger.
 */

addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(drawQr(data, 'low')))
