import { element, onScreen, words } from '#phone/state/page.ts'

import { noCodeYet } from './last-code.ts'
import { createReader, type CodeReader } from './read-code.ts'

/*
 * The camera as a scanner. It is on only while the driver looks at the screen for scanning, since it
 * takes most of the power that a phone needs all day. Pictures are looked at on the phone and kept
 * nowhere.
 */

/** The reader was measured with frames of this size (test/fixtures/camera). */
const FRAMES = { facingMode: 'environment', width: { ideal: 640 }, height: { ideal: 480 } }

/** Some browsers cannot tell, and the types of none know the torch. */
type Track = { getCapabilities?: () => { torch?: boolean } }
type Open = { stream: MediaStream; reader: CodeReader }

let tell: (text: string) => Promise<void>
/** Whether the driver wants the camera, and whether the screen for scanning is shown. */
let isWanted = false
let isShown = false
let open: Open | undefined
let isOpening = false
let last = noCodeYet()

/** Lets the camera read; each text is passed on, one after the other. */
export function wireCamera(read: (text: string) => Promise<void>): void {
  tell = read
  element('camera').addEventListener('click', () => void want(true))
  element('camera-off').addEventListener('click', () => void want(false))
  element('torch').addEventListener('click', () => void switchTorch())
  onScreen((name) => {
    isShown = name === 'scan'
    // The keyboard of the phone would cover the picture.
    if (isWanted) element('typed').blur()
    void adjust()
  })
  addEventListener('visibilitychange', () => void adjust())
}

/** Switches the camera on, or off, from the next screen for scanning on. */
export async function want(camera: boolean): Promise<void> {
  isWanted = camera
  last = noCodeYet()
  await adjust()
}

/** The camera follows what is wanted, which may change while the browser asks the driver. */
async function adjust(): Promise<void> {
  if (!isDue()) close()
  while (isDue() && !open && !isOpening) await start()
  if (!isDue()) close()
  draw(open !== undefined)
}

/** The verdict is right below the picture; what is typed only now and then comes after its answers. */
function draw(isOn: boolean): void {
  if (element('camera-view').hidden !== isOn) return
  element('camera-view').hidden = !isOn
  element('camera').hidden = isOn
  if (isOn) element('answers').after(element('check'))
  else element('verdict').before(element('check'))
  element('phone').scrollTop = 0
}

function isDue(): boolean {
  return isWanted && isShown && !document.hidden
}

async function start(): Promise<void> {
  isOpening = true
  say('')
  let own: Open | undefined
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: FRAMES })
    own = open = { stream, reader: createReader(element('camera-view').dataset.decoder ?? '') }
    const [track] = stream.getVideoTracks()
    track?.addEventListener('ended', () => void giveUp(words.camera.failed))
    element('torch').hidden = !hasTorch(stream)
    const video = element('video') as HTMLVideoElement
    video.srcObject = stream
    await video.play()
    void readFrames(own, video)
  } catch (error) {
    // Closed by us while it was opening, it has no fault.
    if (open === own) {
      isWanted = false
      say(explain(error))
    }
  } finally {
    isOpening = false
  }
}

function explain(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return words.camera.refused
  if (name === 'NotReadableError') return words.camera.inUse
  const isMissing = !('mediaDevices' in navigator) || name === 'NotFoundError'
  return isMissing ? words.camera.missing : words.camera.failed
}

async function giveUp(sentence: string): Promise<void> {
  isWanted = false
  say(sentence)
  await adjust()
}

function say(sentence: string): void {
  element('camera-says').hidden = sentence === ''
  element('camera-says').textContent = sentence
}

function close(): void {
  open?.stream.getTracks().forEach((track) => track.stop())
  open?.reader.close()
  open = undefined
  element('torch').hidden = true
  element('torch').ariaPressed = 'false'
}

async function readFrames(own: Open, video: HTMLVideoElement): Promise<void> {
  while (isOpen(own)) {
    await new Promise(requestAnimationFrame)
    const text = await readFrame(own, video)
    if (!isOpen(own)) return
    if (text === null) last.miss()
    else if (last.isNew(text, Date.now())) await tell(text)
  }
}

function isOpen(own: Open): boolean {
  return open === own
}

async function readFrame({ reader }: Open, video: HTMLVideoElement): Promise<string | null> {
  const frame = await createImageBitmap(video).catch(() => undefined)
  if (!frame) return null
  try {
    return await reader.read(frame)
  } catch {
    await giveUp(words.camera.noReader)
    return null
  } finally {
    frame.close()
  }
}

function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks() as unknown as Track[]
  return track?.getCapabilities?.().torch === true
}

async function switchTorch(): Promise<void> {
  const [track] = open?.stream.getVideoTracks() ?? []
  const torch = element('torch').ariaPressed !== 'true'
  const wish = { advanced: [{ torch } as MediaTrackConstraintSet] }
  const isDone = await track?.applyConstraints(wish).then(
    () => true,
    () => false,
  )
  if (isDone) element('torch').ariaPressed = String(torch)
}
