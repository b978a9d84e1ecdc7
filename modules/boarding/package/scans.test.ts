import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  nat,
  record,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'

import { allScans, listedAndOwn } from '#modules/boarding/phone/duty.ts'
import { joinParts, readHandOver, writeHandOver } from '#modules/boarding/phone/hand-over-code.ts'
import { keepHandOver, makeHandOver, type HandOver } from '#modules/boarding/phone/hand-over.ts'

import type { BoardingPackage, PackedTicket, Scan } from './package.ts'
import { countAboard, listConflicts, mergeScans, sumBoarded } from './scans.ts'

/*
 * A model of three phones at the doors of one bus. Each knows the scans that reached it; messages
 * between it and the server are lost, repeated and late, and its clock is up to ten minutes wrong.
 * Phones read the hand-over codes of each other, old ones and the same one again too, and with them
 * all that the other phone knew when it showed them.
 */

const PEOPLE: Record<string, number> = { 'AAAA1111-1': 4, 'BBBB2222-1': 1, 'CCCC3333-1': 2 }
const RIDES = Object.keys(PEOPLE)
const PHONES = 3
const TEN_MINUTES = 600_000
const RUNS = 100
const KEY = 'secret of the phones at this bus'

type Step = {
  does: 'scan' | 'send' | 'receive' | 'hand-over'
  phone: number
  ride: string
  /** Negative for people who step off again. */
  wanted: number
  insists: boolean
  isLost: boolean
  repeats: number
  reversed: boolean
  /** The phone that reads a code, and how many codes ago it was shown. */
  reader: number
  age: number
}

const phone = nat({ max: PHONES - 1 })
const STEP: Arbitrary<Step> = record({
  does: constantFrom('scan', 'scan', 'send', 'receive', 'hand-over'),
  phone,
  ride: constantFrom(...RIDES),
  wanted: integer({ min: -2, max: 4 }),
  insists: constantFrom(false, false, false, true),
  isLost: constantFrom(false, false, true),
  repeats: integer({ min: 1, max: 3 }),
  reversed: constantFrom(false, true),
  reader: phone,
  age: constantFrom(0, 0, 0, 1, 4),
})

const BUS = { departureId: '0198f2c4-0000-7000-8000-00000000b005', position: 0 }

/** A phone knows its own scans, those that the server told it, and the codes that it read. */
class Phone {
  readonly device: number
  readonly clock: number
  own: Scan[] = []
  told: Scan[] = []
  handOvers: readonly HandOver[] = []
  shown: { text: string; known: Known }[] = []

  constructor(device: number, clock: number) {
    this.device = device
    this.clock = clock
  }

  get scans(): Scan[] {
    return allScans({ pack: packOf(this.told), handOvers: this.handOvers }, this.own)
  }

  scan({ ride, wanted, insists }: Step, moment: number): void {
    const people = PEOPLE[ride] ?? 0
    const aboard = sumBoarded(this.scans, ride)
    const boarded = Math.max(Math.min(wanted, insists ? people : people - aboard), -aboard)
    const seq = this.own.length + 1
    const at = moment * 1000 + this.clock
    if (boarded !== 0) this.own.push({ device: this.device, seq, ride, ...BUS, boarded, at })
  }

  /** @param known what it knows now, which the code tells */
  async show(moment: number, known: Known): Promise<void> {
    const { departureId } = BUS
    const at = moment * 1000 + this.clock
    const { device, handOvers } = this
    const pack = packOf(this.told)
    const scans = listedAndOwn({ pack }, this.own)
    const handed = makeHandOver(scans, { pack, handOvers, device, departureId, at })
    const [text = ''] = await writeHandOver(handed!, KEY)
    this.shown.push({ text, known })
  }

  /** The number of counts that it took over. */
  async read(text: string): Promise<number> {
    const bus = { ...BUS, handOverKey: KEY }
    const read = await readHandOver(text, { bus, device: this.device })
    if (typeof read === 'string') return 0
    const { handOvers } = joinParts([read])!
    this.handOvers = handOvers.reduce(keepHandOver, this.handOvers)
    return handOvers.reduce((sum, { counts }) => sum + counts.length, 0)
  }
}

/** The digests of the tickets are of the form of true ones. */
function packOf(scans: Scan[]): BoardingPackage {
  const tickets = RIDES.map((number, index) => {
    return { number, digest: `${index}`.repeat(16), state: 'valid', people: PEOPLE[number] }
  })
  const bus = { ...BUS, scans, tickets: tickets as unknown as PackedTicket[] }
  return { departures: [bus] } as unknown as BoardingPackage
}

const send = (from: readonly Scan[], { repeats = 1, reversed = false } = {}) => {
  const message = reversed ? from.toReversed() : from
  return Array.from({ length: repeats }, () => message).flat()
}

/** How many scans of each device a place knows of. */
type Known = number[]

const lastSeqs = (scans: readonly Scan[]): Known =>
  Array.from({ length: PHONES }, (_, at) => scans.filter(({ device }) => device === at + 1).length)

/** The scans of each phone and of the server, after these steps and a day with a good network. */
async function run(steps: readonly Step[], clocks: readonly number[]) {
  const phones = Array.from({ length: PHONES }, (_, at) => new Phone(at + 1, clocks[at] ?? 0))
  let server: Scan[] = []
  let handedOver = 0
  const known: Known[] = phones.map(() => lastSeqs([]))
  const learn = (at: number, seqs: Known) => {
    known[at] = (known[at] ?? []).map((seq, device) => Math.max(seq, seqs[device] ?? 0))
  }
  const handOver = async (step: Step, moment: number) => {
    const shower = phones[step.phone]!
    await shower.show(moment, known[step.phone] ?? [])
    const shown = shower.shown.at(-1 - step.age)
    if (!shown || step.isLost) return
    for (let again = 0; again < step.repeats; again++) {
      handedOver += await phones[step.reader]!.read(shown.text)
      learn(step.reader, shown.known)
    }
  }
  for (const [moment, step] of steps.entries()) {
    const one = phones[step.phone]!
    if (step.does === 'scan') one.scan(step, moment)
    else if (step.does === 'hand-over') await handOver(step, moment)
    else if (step.does === 'send' && !step.isLost) server = mergeScans(send(one.own, step), server)
    else if (!step.isLost) {
      one.told = mergeScans(one.told, send(server, step))
      learn(step.phone, lastSeqs(server))
    }
    learn(step.phone, lastSeqs(one.own))
    for (const [at, { scans }] of phones.entries()) {
      for (const ride of RIDES) {
        expect(sumBoarded(scans, ride)).toBe(sumKnown(phones, known[at] ?? [], ride))
      }
    }
  }
  for (const { own } of phones) server = mergeScans(server, own)
  for (const one of phones) one.told = server
  return { server, phones: phones.map(({ scans }) => scans), handedOver }
}

/** The count at a place that knows so many scans of each phone: each of them once. */
function sumKnown(phones: readonly Phone[], known: Known, ride: string): number {
  const scans = phones.flatMap(({ own, device }) => own.slice(0, known[device - 1]))
  return sumBoarded(scans, ride)
}

const STEPS = array(STEP, { maxLength: 100, size: 'max' })
const CLOCKS = array(integer({ min: -TEN_MINUTES, max: TEN_MINUTES }), {
  minLength: PHONES,
  maxLength: PHONES,
})

test('three phones end with the same counts, whatever the network and their clocks did', async () => {
  let handedOver = 0
  await assert(
    asyncProperty(STEPS, CLOCKS, async (steps, clocks) => {
      const { server, phones, ...others } = await run(steps, clocks)
      for (const scans of phones) expect(scans).toEqual(server)
      handedOver += others.handedOver
    }),
    { numRuns: RUNS },
  )
  expect(handedOver).toBeGreaterThan(100)
})

test('no more people are aboard than were booked, or a conflict names them (I18)', async () => {
  let conflicts = 0
  await assert(
    asyncProperty(STEPS, CLOCKS, async (steps, clocks) => {
      const { server, phones } = await run(steps, clocks)
      const named = listConflicts(server, (ride) => PEOPLE[ride] ?? 0)
      conflicts += named.length
      for (const ride of RIDES) {
        const boarded = sumBoarded(server, ride)
        const people = PEOPLE[ride] ?? 0
        expect(countAboard(boarded, people)).toBeLessThanOrEqual(people)
        const conflict = named.find((one) => one.ride === ride)
        expect(conflict).toEqual(boarded > people ? { ride, people, boarded } : undefined)
      }
      for (const scans of phones) {
        expect(listConflicts(scans, (ride) => PEOPLE[ride] ?? 0)).toEqual(named)
      }
    }),
    { numRuns: RUNS },
  )
  // Otherwise the model would never have come to the case in question.
  expect(conflicts).toBeGreaterThan(10)
})

test('without any network phones that read each other name the same conflicts', async () => {
  let conflicts = 0
  const alone = array(
    STEP.map((step) => ({ ...step, does: 'scan' as const })),
    { maxLength: 30, size: 'max' },
  )
  await assert(
    asyncProperty(alone, CLOCKS, async (steps, clocks) => {
      const phones = Array.from({ length: PHONES }, (_, at) => new Phone(at + 1, clocks[at] ?? 0))
      steps.forEach((step, moment) => phones[step.phone]!.scan(step, moment))
      for (const one of phones) {
        await one.show(steps.length, [])
        const text = one.shown[0]?.text ?? ''
        for (const other of phones) if (other !== one) await other.read(text)
      }
      const everything = phones.flatMap(({ own }) => own)
      const named = listConflicts(everything, (ride) => PEOPLE[ride] ?? 0)
      for (const { scans } of phones) {
        expect(listConflicts(scans, (ride) => PEOPLE[ride] ?? 0)).toEqual(named)
      }
      conflicts += named.length
    }),
    { numRuns: RUNS },
  )
  expect(conflicts).toBeGreaterThan(10)
})

test('people who step off again are not counted', () => {
  const first: Scan = { device: 1, seq: 1, ride: 'AAAA1111-1', ...BUS, boarded: 4, at: 1 }
  const back: Scan = { ...first, seq: 2, boarded: -1, at: 2 }
  expect(sumBoarded([first, back], 'AAAA1111-1', BUS.departureId)).toBe(3)
  expect(sumBoarded([first, back], 'AAAA1111-1', 'other')).toBe(0)
  expect(countAboard(-1, 4)).toBe(0)
})
