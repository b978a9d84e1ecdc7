import { listParties } from '#modules/boarding/duty.ts'
import { readHandOver, writeHandOver } from '#modules/boarding/hand-over-code.ts'
import { keepHandOver, makeHandOver, type HandOver } from '#modules/boarding/hand-over.ts'
import { QUIET_DOTS, type QrPath } from '#modules/documents/qr.ts'

import { want } from './camera.ts'
import { button, element, fill, onScreen, showScreen, words } from './page.ts'
import { announce } from './verdict-screen.ts'
import { here, keepDuty, scans } from './work.ts'

/* Two phones at one bus agree without a network: one shows its counts as a code, the other reads it. */

export function wireHandOver(): void {
  onScreen((name) => {
    if (name === 'hand-over') void showOwn()
  })
  element('hand-over-read').addEventListener('click', () => {
    void want(true)
    showScreen('scan')
  })
  element('hand-over-send').addEventListener('click', () => {
    const text = element('hand-over-text').textContent
    void navigator.share({ text }).catch(() => undefined) // the driver thought better of it
  })
}

/** Takes over what another phone has counted, and says so; a code that does not count says why. */
export async function takeHandOver(text: string): Promise<void> {
  const place = here()
  if (!place) return
  const { bus, duty } = place
  const read = await readHandOver(text, { bus, device: duty.device })
  if (typeof read === 'string') {
    announce(words.handOver[read], 'stop')
    return
  }
  try {
    await keepDuty((now) => now && { ...now, handOvers: keepHandOver(now.handOvers ?? [], read) })
  } catch {
    announce(words.notSaved, 'stop')
    return
  }
  sayTaken(read)
}

function sayTaken({ device, counts }: HandOver): void {
  const { bus } = here() ?? {}
  const twice = bus ? listParties(bus, scans()).filter(({ tooMany }) => tooMany > 0) : []
  const sentence = fill(fill(words.handOver.taken, device), peopleOf(counts))
  if (twice.length > 0) {
    const names = twice.map(({ ticket }) => ticket.leader ?? ticket.number).join(', ')
    announce(`${sentence} ${fill(words.tooMany, names)}`, 'stop')
  } else announce(sentence, 'go')
  const back = fill(words.handOver.back, device)
  element('answers').append(button(back, () => showScreen('hand-over'), 'action'))
}

function peopleOf(counts: HandOver['counts']): number {
  return counts.reduce((sum, { boarded }) => sum + boarded, 0)
}

async function showOwn(): Promise<void> {
  const text = await writeOwn()
  element('hand-over-shown').hidden = text === undefined
  element('hand-over-text').textContent = text ?? ''
  element('hand-over-send').hidden = !('share' in navigator)
  if (text === undefined) return
  const { dots, path } = await draw(text)
  const picture = element('hand-over-code')
  const side = dots + 2 * QUIET_DOTS
  picture.setAttribute('viewBox', `${-QUIET_DOTS} ${-QUIET_DOTS} ${side} ${side}`)
  element('hand-over-dots').setAttribute('d', path)
}

/** The text of the code; undefined if one code has no room, or the list has no key for this bus. */
async function writeOwn(): Promise<string | undefined> {
  const { duty, bus } = here() ?? {}
  if (!duty || !bus) return undefined
  const { pack, device, clockAhead } = duty
  const at = Date.now() + clockAhead
  const handOver = makeHandOver(scans(), { pack, device, departureId: bus.departureId, at })
  const says = element('hand-over-says')
  if (!handOver || !bus.handOverKey) {
    says.textContent = words.handOver.impossible
    return undefined
  }
  says.textContent = fill(fill(words.handOver.shown, device), peopleOf(handOver.counts))
  return writeHandOver(handOver, bus.handOverKey)
}

/** Drawn beside the page by a script that is loaded for it alone. */
function draw(text: string): Promise<QrPath> {
  const { promise, resolve, reject } = Promise.withResolvers<QrPath>()
  const drawer = new Worker(element('hand-over-code').dataset.drawer ?? '', { type: 'module' })
  drawer.addEventListener('message', ({ data }: MessageEvent<QrPath>) => {
    drawer.terminate()
    resolve(data)
  })
  drawer.addEventListener('error', ({ message }) => reject(new Error(message || 'no drawer')))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  drawer.postMessage(text)
  return promise
}
