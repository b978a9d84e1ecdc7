import { openFinder } from './find-code.ts'

/*
 * Decodes frames beside the page, which stays smooth meanwhile. A frame comes as pixels or as a bitmap;
 * the answer has its number.
 */
type Asked = { no: number; image: ImageData | ImageBitmap }

const finder = openFinder()

addEventListener('message', ({ data: { no, image } }: MessageEvent<Asked>) => {
  postMessage({ no, text: finder.find('data' in image ? image : pixelsOf(image)) })
})

function pixelsOf(bitmap: ImageBitmap): ImageData {
  const { width, height } = bitmap
  const paper = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  paper.drawImage(bitmap, 0, 0)
  return paper.getImageData(0, 0, width, height)
}
