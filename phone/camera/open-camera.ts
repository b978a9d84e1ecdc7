import type { Words } from '#phone/state/start.ts'

import type { LastCode } from './last-code.ts'
import { createReader } from './read-code.ts'

/* The camera as a scanner. Pictures are looked at on the phone and kept nowhere. */

/** The reader was measured with frames of this size (test/fixtures/camera). */
const FRAMES = { facingMode: 'environment', width: { ideal: 640 }, height: { ideal: 480 } }

/** Some browsers cannot tell, and the types of none know the torch. */
type Track = { getCapabilities?: () => { torch?: boolean } }

export type Camera = {
  close(): void
  /** Resolves to whether the camera has done it. */
  switchTorch(isLit: boolean): Promise<boolean>
}

type Use = {
  /** The address of the script that reads codes where the browser cannot. */
  decoder: string
  words: Words['camera']
  /** The code that was judged last, which may have been before the camera was closed. */
  last(): LastCode
  /** Takes each text, one after the other. */
  read(text: string): Promise<void>
  opened(has: { hasTorch: boolean }): void
  /** Called with the reason when the camera cannot be used any more; it is closed by then. */
  failed(why: string): void
}

/** Opens the camera, which shows its picture in the video until it is closed, even while the browser asks the driver. */
export function openCamera(video: HTMLVideoElement, use: Use): Camera {
  const { decoder, words } = use
  const reader = createReader(decoder)
  let stream: MediaStream | undefined
  const end = new AbortController()
  const isOpen = () => !end.signal.aborted

  const close = () => {
    end.abort()
    stream?.getTracks().forEach((track) => track.stop())
    reader.close()
  }
  const giveUp = (why: string) => {
    if (!isOpen()) return
    close()
    use.failed(why)
  }
  const start = async () => {
    try {
      const taken = await navigator.mediaDevices.getUserMedia({ video: FRAMES })
      stream = taken
      if (!isOpen()) {
        close()
        return
      }
      taken.getVideoTracks()[0]?.addEventListener('ended', () => giveUp(words.failed))
      video.srcObject = taken
      await video.play()
      if (!isOpen()) return
      use.opened({ hasTorch: hasTorch(taken) })
      await readFrames()
    } catch (error) {
      giveUp(explain(error, words))
    }
  }
  const readFrames = async () => {
    while (isOpen()) {
      await new Promise(requestAnimationFrame)
      const text = await readFrame()
      if (!isOpen()) return
      if (text === null) use.last().miss()
      else if (use.last().isNew(text, Date.now())) await use.read(text)
    }
  }
  const readFrame = async () => {
    const frame = await createImageBitmap(video).catch(() => undefined)
    if (!frame) return null
    try {
      return await reader.read(frame)
    } catch {
      giveUp(words.noReader)
      return null
    } finally {
      frame.close()
    }
  }

  void start()
  return {
    close,
    async switchTorch(torch) {
      const wish = { advanced: [{ torch } as MediaTrackConstraintSet] }
      const done = stream?.getVideoTracks()[0]?.applyConstraints(wish)
      return (await done?.then(() => true).catch(() => false)) ?? false
    },
  }
}

function explain(error: unknown, words: Words['camera']): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return words.refused
  if (name === 'NotReadableError') return words.inUse
  const isMissing = !('mediaDevices' in navigator) || name === 'NotFoundError'
  return isMissing ? words.missing : words.failed
}

function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks() as unknown as Track[]
  return track?.getCapabilities?.().torch === true
}
