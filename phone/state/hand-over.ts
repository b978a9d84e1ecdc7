import { listedAndOwn, listParties } from '#modules/boarding/phone/duty.ts'
import {
  addPart,
  joinParts,
  readHandOver,
  writeHandOver,
  type HandOverPart,
} from '#modules/boarding/phone/hand-over-code.ts'
import {
  isNews,
  keepHandOver,
  makeHandOver,
  type Handed,
  type HandOver,
} from '#modules/boarding/phone/hand-over.ts'
import { QUIET_DOTS, type QrPath } from '#modules/documents/qr.ts'
import { want } from '#phone/camera/camera.ts'

import { button, element, fill, onScreen, showScreen, words } from './page.ts'
import { announce } from './verdict-screen.ts'
import { here, keepDuty, scans, work } from './work.ts'

/* Phones at one bus agree without a network: one shows what it knows as a code, another reads it. */

/** The codes of this phone, and the one that is shown. */
let own: readonly string[] = []
let place = 0
/** Those that were read of the codes that belong together. */
let read: readonly HandOverPart[] = []

export function wireHandOver(): void {
  onScreen((name) => {
    if (name === 'hand-over') void showOwn()
  })
  element('hand-over-next').addEventListener('click', () => {
    place = (place + 1) % own.length
    void drawOwn()
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
  const at = here()
  if (!at) return
  const { bus, duty } = at
  const part = await readHandOver(text, { bus, device: duty.device })
  if (typeof part === 'string') {
    announce(words.handOver[part], 'stop')
    return
  }
  read = addPart(read, part)
  const handed = joinParts(read)
  if (!handed) {
    announce(fillBoth(words.handOver['part-taken'], part.place, part.of), 'ask')
    return
  }
  const before = scans()
  const isTold = (one: HandOver) => one.device === handed.by || isNews(one, before)
  const told = handed.handOvers.filter(isTold)
  try {
    await keepDuty(
      (now) =>
        now && { ...now, handOvers: handed.handOvers.reduce(keepHandOver, now.handOvers ?? []) },
    )
  } catch {
    announce(words.notSaved, 'stop')
    return
  }
  sayTaken(handed, told)
}

function sayTaken({ by }: Handed, told: readonly HandOver[]): void {
  const { bus } = here() ?? {}
  const twice = bus ? listParties(bus, scans()).filter(({ tooMany }) => tooMany > 0) : []
  const sentences = told.map(({ device, counts }) =>
    fillBoth(words.handOver.taken, device, peopleOf(counts)),
  )
  if (twice.length > 0) {
    const names = twice.map(({ ticket }) => ticket.leader ?? ticket.number).join(', ')
    announce([...sentences, fill(words.tooMany, names)].join(' '), 'stop')
  } else announce(sentences.join(' '), 'go')
  const back = fill(words.handOver.back, by)
  element('answers').append(button(back, () => showScreen('hand-over'), 'action'))
}

function fillBoth(sentence: string, first: number, second: number): string {
  return fill(fill(sentence, first), second)
}

function peopleOf(counts: HandOver['counts']): number {
  return counts.reduce((sum, { boarded }) => sum + boarded, 0)
}

/** Made whenever the screen is opened, so that the codes say what the phone knows then. */
async function showOwn(): Promise<void> {
  const written = await writeOwn()
  own = written?.codes ?? []
  place = 0
  element('hand-over-shown').hidden = own.length === 0
  element('hand-over-text').textContent = written?.text ?? ''
  element('hand-over-send').hidden = !('share' in navigator)
  await drawOwn()
}

async function drawOwn(): Promise<void> {
  const code = own[place]
  const isOne = own.length < 2
  for (const id of ['hand-over-next', 'hand-over-part']) element(id).hidden = isOne
  element('hand-over-part').textContent = fillBoth(words.handOver.part, place + 1, own.length)
  const next = ((place + 1) % Math.max(1, own.length)) + 1
  element('hand-over-next').textContent = fillBoth(words.handOver.next, next, own.length)
  if (code === undefined) return
  const drawn = await draw(code)
  if (code !== own[place]) return
  element('hand-over-shown').hidden = !drawn
  if (!drawn) {
    element('hand-over-says').textContent = words.handOver.notDrawn
    return
  }
  const { dots, path } = drawn
  const picture = element('hand-over-code')
  const side = dots + 2 * QUIET_DOTS
  picture.setAttribute('viewBox', `${-QUIET_DOTS} ${-QUIET_DOTS} ${side} ${side}`)
  element('hand-over-dots').setAttribute('d', path)
}

/**
 * The codes, and their text in one for a phone without a camera; undefined if a ticket cannot be named,
 * or the list has no key for this bus.
 */
async function writeOwn(): Promise<{ codes: string[]; text: string } | undefined> {
  const { duty, bus } = here() ?? {}
  if (!duty || !bus) return undefined
  const { pack, device, clockAhead, handOvers = [] } = duty
  const at = Date.now() + clockAhead
  const about = { pack, handOvers, device, departureId: bus.departureId, at }
  const handed = makeHandOver(listedAndOwn(duty, work.own), about)
  const says = element('hand-over-says')
  element('hand-over-passes').hidden = true
  if (!handed || !bus.handOverKey) {
    says.textContent = words.handOver.impossible
    return undefined
  }
  const [mine, ...others] = handed.handOvers
  says.textContent = fillBoth(words.handOver.shown, device, peopleOf(mine?.counts ?? []))
  element('hand-over-passes').hidden = others.length === 0
  element('hand-over-passes').textContent = fill(words.handOver.passes, others.length)
  const [text = ''] = await writeHandOver(handed, bus.handOverKey, Infinity)
  return { codes: await writeHandOver(handed, bus.handOverKey), text }
}

/** Drawn beside the page by a script that is loaded for it alone; undefined if it cannot be loaded. */
function draw(text: string): Promise<QrPath | undefined> {
  const { promise, resolve } = Promise.withResolvers<QrPath | undefined>()
  const drawer = new Worker(element('hand-over-code').dataset.drawer ?? '', { type: 'module' })
  drawer.addEventListener('message', ({ data }: MessageEvent<QrPath>) => resolve(data))
  drawer.addEventListener('error', () => resolve(undefined))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  drawer.postMessage(text)
  return promise.finally(() => drawer.terminate())
}
