/** Reads the codes that a camera sees. */
export type CodeReader = {
  /**
   * The text of a code in the frame; null if none can be read in it, which the next frame often can.
   * Frames are looked at one after the other, each in another way. The image stays as it is.
   *
   * @throws if the decoder cannot be loaded
   */
  read(image: ImageData | ImageBitmap): Promise<string | null>
  /** Ends the worker; frames that are being read are answered with null. */
  close(): void
}

type Detector = { detect(image: ImageData | ImageBitmap): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/**
 * A reader that uses the browser's own detector where it has one, and else a decoder in a worker.
 *
 * @param decoder the address of the built decode-worker.ts, which is fetched with the first frame
 */
export function createReader(decoder: string): CodeReader {
  let reader: Promise<CodeReader> | undefined
  let isClosed = false
  return {
    async read(image) {
      if (isClosed) return null
      reader ??= findDetector().then((detector) => {
        return detector ? readBy(detector) : readInWorker(decoder)
      })
      return (await reader).read(image)
    },
    close() {
      isClosed = true
      void reader?.then((open) => open.close())
    },
  }
}

async function findDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  try {
    const formats = await BarcodeDetector?.getSupportedFormats()
    return formats?.includes('qr_code') ? new BarcodeDetector!({ formats: ['qr_code'] }) : undefined
  } catch {
    return undefined // some browsers have the class without the service behind it
  }
}

function readBy(detector: Detector): CodeReader {
  return {
    read: async (image) => (await detector.detect(image))[0]?.rawValue ?? null,
    close: () => undefined,
  }
}

type Waiting = { resolve: (text: string | null) => void; reject: (error: Error) => void }

function readInWorker(decoder: string): CodeReader {
  const worker = new Worker(decoder, { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let frames = 0
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ no: number; text: string | null }>) => {
      waiting.get(data.no)?.resolve(data.text)
      waiting.delete(data.no)
    },
  )
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'no decoder'))
    waiting.clear()
  })
  return {
    read: (image) =>
      new Promise((resolve, reject) => {
        const no = frames++
        waiting.set(no, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
        worker.postMessage({ no, image })
      }),
    close: () => {
      worker.terminate()
      for (const { resolve } of waiting.values()) resolve(null)
      waiting.clear()
    },
  }
}
