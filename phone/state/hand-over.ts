import { listedAndOwn } from '#modules/boarding/phone/duty.ts'
import {
  addPart,
  joinParts,
  readHandOver,
  writeHandOver,
} from '#modules/boarding/phone/hand-over-code.ts'
import {
  isNews,
  keepHandOver,
  makeHandOver,
  type Handed,
  type HandOver,
} from '#modules/boarding/phone/hand-over.ts'

import { exchange } from './exchange.ts'
import { here, listConflicts, scansOf } from './here.ts'
import type { Phone } from './phone.ts'
import { announce } from './say.ts'
import { fill, fillBoth } from './start.ts'
import { keepDuty } from './work.ts'

/* Phones at one bus agree without a network: one shows what it knows as a code, another reads it. */

/** Takes over what another phone has counted, and says so; a code that does not count says why. */
export async function takeHandOver(phone: Phone, text: string): Promise<void> {
  await take(phone, text)
  void exchange(phone)
}

async function take(phone: Phone, text: string): Promise<void> {
  const { bus, duty } = here(phone.now) ?? {}
  if (!bus || !duty) return
  const { words } = phone.start
  const part = await readHandOver(text, { bus, device: duty.device })
  if (typeof part === 'string') {
    announce(phone, words.handOver[part], 'stop')
    return
  }
  phone.underWay.parts = addPart(phone.underWay.parts, part)
  const handed = joinParts(phone.underWay.parts)
  if (!handed) {
    announce(phone, fillBoth(words.handOver['part-taken'], part.place, part.of), 'ask')
    return
  }
  const before = scansOf(phone.now)
  const isTold = (one: HandOver) => one.device === handed.by || isNews(one, before)
  const told = handed.handOvers.filter(isTold)
  const keepAll = (kept: readonly HandOver[]) => handed.handOvers.reduce(keepHandOver, kept)
  try {
    await keepDuty(phone, (now) => now && { ...now, handOvers: keepAll(now.handOvers ?? []) })
  } catch {
    announce(phone, words.notSaved, 'stop')
    return
  }
  sayTaken(phone, handed, told)
}

function sayTaken(phone: Phone, { by }: Handed, told: readonly HandOver[]): void {
  const { words } = phone.start
  const twice = listConflicts(phone.now).map(({ ticket }) => ticket.leader ?? ticket.number)
  const taken = told.map(({ device, counts }) => {
    return fillBoth(words.handOver.taken, device, peopleOf(counts))
  })
  const sentences = twice.length > 0 ? [...taken, fill(words.tooMany, twice.join(', '))] : taken
  announce(phone, sentences.join(' '), twice.length > 0 ? 'stop' : 'go', [
    { label: fill(words.handOver.back, by), kind: 'action', does: 'show', screen: 'hand-over' },
  ])
}

function peopleOf(counts: HandOver['counts']): number {
  return counts.reduce((sum, { boarded }) => sum + boarded, 0)
}

/**
 * Makes the codes of this phone, and their text in one for a phone without a camera. Made whenever the screen is
 * opened, so that they say what the phone knows then.
 */
export async function showOwn(phone: Phone): Promise<void> {
  const { words } = phone.start
  const { duty, bus } = here(phone.now) ?? {}
  if (!duty || !bus) return
  const { pack, device, clockAhead, handOvers = [] } = duty
  const at = phone.world.now() + clockAhead
  const about = { pack, handOvers, device, departureId: bus.departureId, at }
  const handed = makeHandOver(listedAndOwn(duty, phone.now.own), about)
  // A ticket cannot be named, or the list has no key for this bus.
  if (!handed || !bus.handOverKey) {
    const nothing = { passes: '', text: '', codes: [], place: 0, picture: undefined }
    phone.tell({ is: 'handed', says: words.handOver.impossible, ...nothing })
    return
  }
  const [mine, ...others] = handed.handOvers
  const says = fillBoth(words.handOver.shown, device, peopleOf(mine?.counts ?? []))
  const passes = others.length > 0 ? fill(words.handOver.passes, others.length) : ''
  const [text = ''] = await writeHandOver(handed, bus.handOverKey, Infinity)
  const codes = await writeHandOver(handed, bus.handOverKey)
  phone.tell({ is: 'handed', says, passes, text, codes })
  await showCode(phone, 0)
}

/** Shows the next of several codes. */
export function showNext(phone: Phone): Promise<void> {
  const { codes, place } = phone.now.handOver
  return showCode(phone, (place + 1) % codes.length)
}

async function showCode(phone: Phone, place: number): Promise<void> {
  phone.tell({ is: 'handed', place })
  const code = phone.now.handOver.codes[place]
  if (code === undefined) return
  const picture = await phone.world.draw(code)
  const { handOver } = phone.now
  if (code !== handOver.codes[handOver.place]) return
  const { notDrawn } = phone.start.words.handOver
  phone.tell({ is: 'handed', picture, ...(!picture && { says: notDrawn }) })
}
