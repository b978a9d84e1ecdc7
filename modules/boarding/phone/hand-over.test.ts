import { array, assert, asyncProperty, integer, nat, record } from 'fast-check'
import { describe, expect, test } from 'vitest'

import type {
  BoardingPackage,
  PackedDeparture,
  PackedTicket,
  Scan,
} from '#modules/boarding/package/package.ts'
import { sumBoarded } from '#modules/boarding/package/scans.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'

import { allScans, countBus, listedAndOwn, listParties, type Duty } from './duty.ts'
import {
  addPart,
  joinParts,
  looksHandedOver,
  MAX_HANDED,
  readHandOver,
  writeHandOver,
  type HandOverPart,
} from './hand-over-code.ts'
import { keepHandOver, makeHandOver, type Handed, type HandOver } from './hand-over.ts'

const departureId = '0198f2c4-0000-7000-8000-00000000b005'
const KEY = 'a secret of two phones'
const AT = 1_790_000_000_000

function ticketOf(index: number): PackedTicket {
  const number = `${(10_000_000 + index).toString()}-1`
  const digest = (2n ** 60n + BigInt(index) * 7_919_000_123n).toString(16).padStart(16, '0')
  return { number, digest, state: 'valid', people: 4, from: 0 } as PackedTicket
}

function packOf(parties: number, scans: Scan[] = []): BoardingPackage {
  const tickets = Array.from({ length: parties }, (_, index) => ticketOf(index))
  const bus = { departureId, handOverKey: KEY, tickets, scans } as unknown as PackedDeparture
  return { departures: [bus], keys: [] } as unknown as BoardingPackage
}

function scansOf(parties: number, device = 1): Scan[] {
  return Array.from({ length: parties }, (_, index) => {
    const ride = ticketOf(index).number
    return { device, seq: index + 1, ride, departureId, position: 0, boarded: 4, at: AT }
  })
}

const make = (scans: readonly Scan[], pack: BoardingPackage) =>
  makeHandOver(scans, { pack, handOvers: [], device: 1, departureId, at: AT })

/** The only code of one phone. */
async function codeText(handed: Handed, key = KEY): Promise<string> {
  const [text = '', ...others] = await writeHandOver(handed, key)
  expect(others).toEqual([])
  return text
}

const bus = { departureId, handOverKey: KEY }
const other = { bus, device: 2 }

describe('a hand-over code', () => {
  test('says what its phone has counted on this bus, and nothing else', async () => {
    const elsewhere = { ...scansOf(1)[0]!, seq: 9, departureId: 'another' }
    const takenBack = { ...scansOf(2)[1]!, seq: 3, boarded: -4 }
    const scans = [...scansOf(2), takenBack, elsewhere, ...scansOf(2, 3)]
    const handed = make(scans, packOf(2))!
    const { digest } = ticketOf(0)
    const [own] = handed.handOvers
    expect(own).toEqual({
      device: 1,
      departureId,
      seq: 3,
      at: AT,
      counts: [{ digest, boarded: 4 }],
    })
    expect(await readHandOver(await codeText({ by: 1, handOvers: [own!] }), other)).toMatchObject({
      by: 1,
      place: 1,
      of: 1,
      handOvers: [own],
    })
  })

  test('passes on the counts of other phones, of the list and of codes, and not those of the reader', async () => {
    const listed = scansOf(2, 3)
    const office = { ...scansOf(1)[0]!, device: 0 }
    const taken = { ...codeOf(9, 3), device: 4 }
    const about = { pack: packOf(2), handOvers: [taken], device: 1, departureId, at: AT }
    const handed = makeHandOver([...scansOf(1), ...listed, office], about)!
    expect(handed.handOvers.map(({ device, seq }) => [device, seq])).toEqual([
      [1, 1],
      [3, 2],
      [4, 9],
    ])
    const read = await readHandOver(await codeText(handed), { bus, device: 4 })
    expect(read).toMatchObject({ handOvers: handed.handOvers.slice(0, 2) })
  })

  test('of a ticket that is not on the list any more is not made, and of another phone not passed on', () => {
    const unlisted = { ...scansOf(1)[0]!, ride: 'AAAA1111-1' }
    expect(make([unlisted], packOf(1))).toBeUndefined()
    const handed = make([...scansOf(1), { ...unlisted, device: 3 }], packOf(1))!
    expect(handed.handOvers.map(({ device }) => device)).toEqual([1])
  })
})

describe('a text that is shown as a hand-over code', () => {
  test('is refused if a single letter is another one', async () => {
    const text = await codeText(make(scansOf(3), packOf(3))!)
    await assert(
      asyncProperty(nat(text.length - 3), nat(43), async (place, step) => {
        const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
        const at = place + 2
        const letter = letters[(letters.indexOf(text[at]!) + 1 + step) % 45]
        const changed = text.slice(0, at) + letter + text.slice(at + 1)
        expect(await readHandOver(changed, other)).toBeTypeOf('string')
      }),
    )
  })

  test.each([
    ['broken', { cut: 5 }],
    ['broken', { cut: 3 }],
    ['foreign', { key: 'of other phones' }],
    ['foreign', { readKey: undefined }],
    ['other-bus', { bus: '0198f2c4-0000-7000-8000-00000000b006' }],
    ['own', { device: 1 }],
  ] as const)('is refused as %s (%o)', async (refusal, changed) => {
    const {
      cut,
      key,
      device,
      bus: of,
    } = { cut: 0, key: KEY, device: 2, bus: departureId, ...changed }
    const text = await codeText(make(scansOf(3), packOf(3))!, key)
    const readKey = 'readKey' in changed ? undefined : KEY
    const here = { departureId: of, ...(readKey && { handOverKey: readKey }) }
    expect(await readHandOver(text.slice(0, text.length - cut), { bus: here, device })).toBe(
      refusal,
    )
  })

  test('is no ticket, and no ticket is one', async () => {
    const text = await codeText(make(scansOf(1), packOf(1))!)
    expect(looksHandedOver(` ${text.toLowerCase()} `)).toBe(true)
    expect(await readText(text, packOf(1))).toEqual({ by: 'strange-code' })
    for (const ticket of ['P2AB', 'P2AB2345', 'H1ABCDEFGHIJ', '0123456789abcdefghjkmnpqrs']) {
      expect(looksHandedOver(ticket)).toBe(false)
    }
  })
})

describe('a hand-over code of many people', () => {
  test.each([
    [MAX_HANDED, 1],
    [MAX_HANDED + 1, 2],
    [3 * MAX_HANDED, 3],
  ])(
    'of %i parties is %i to be read in any order, and counts once all are read',
    async (parties, codes) => {
      const handed = make(scansOf(parties), packOf(parties))!
      const texts = await writeHandOver(handed, KEY)
      expect(texts).toHaveLength(codes)
      let read: readonly HandOverPart[] = []
      for (const text of texts.toReversed()) {
        expect(joinParts(read)).toBeUndefined()
        const part = (await readHandOver(text, other)) as HandOverPart
        read = addPart(addPart(read, part), part)
      }
      expect(joinParts(read)).toEqual(handed)
      // Another code of the same phone begins again.
      const newer = make(scansOf(parties + 1), packOf(parties + 1))!
      const [first = ''] = await writeHandOver(newer, KEY)
      expect(addPart(read, (await readHandOver(first, other)) as HandOverPart)).toHaveLength(1)
      const [whole = ''] = await writeHandOver(handed, KEY, Infinity)
      expect(joinParts([(await readHandOver(whole, other)) as HandOverPart])).toEqual(handed)
    },
  )

  test('tells of more people than a byte has room for', async () => {
    const crowd = [1, 2, 3].map((seq) => ({ ...scansOf(1)[0]!, seq, boarded: 99 }))
    const read = await readHandOver(await codeText(make(crowd, packOf(1))!), other)
    const { handOvers } = joinParts([read as HandOverPart])!
    const all = allScans({ pack: packOf(1), handOvers }, [])
    expect(all.reduce((sum, { boarded }) => sum + boarded, 0)).toBe(297)
  })
})

function codeOf(seq: number, boarded: number): HandOver {
  return {
    device: 1,
    departureId,
    seq,
    at: AT,
    counts: [{ digest: ticketOf(0).digest, boarded }],
  }
}
const countWith = (handOvers: readonly HandOver[], scans: Scan[] = [], own: Scan[] = []) => {
  const pack = packOf(1, scans)
  const all = allScans({ pack, handOvers }, own)
  return {
    party: listParties(pack.departures[0]!, all)[0],
    bus: countBus({ pack }, pack.departures[0]!, all),
  }
}

describe('what was taken over', () => {
  test('is the newest code of a phone, in whatever order and however often they come', () => {
    const codes = [codeOf(1, 4), codeOf(2, 3), codeOf(5, 2)]
    for (const order of [codes, codes.toReversed(), [...codes, ...codes]]) {
      const kept = order.reduce<readonly HandOver[]>(keepHandOver, [])
      expect(kept).toEqual([codeOf(5, 2)])
    }
  })

  test('counts with own people, and names whom both let aboard', () => {
    const own = scansOf(1, 2)
    expect(countWith([codeOf(1, 4)], [], own).party).toMatchObject({ aboard: 4, tooMany: 4 })
    expect(countWith([codeOf(1, 2)], [], own).party).toMatchObject({ tooMany: 2 })
    expect(countWith([codeOf(1, 2)]).party).toMatchObject({ aboard: 2, tooMany: 0 })
  })

  test('gives way to the list once that goes as far', () => {
    const [scan] = scansOf(1)
    expect(countWith([codeOf(1, 4)], [scan!]).party).toMatchObject({ aboard: 4, tooMany: 0 })
    expect(countWith([codeOf(2, 3)], [scan!]).party).toMatchObject({ aboard: 3 })
    expect(
      countWith([codeOf(1, 3)], [scan!, { ...scan!, seq: 2, boarded: -2 }]).party?.aboard,
    ).toBe(2)
  })

  test('counts a ticket that is not on the list yet, and is one with it later', () => {
    const { digest } = ticketOf(7)
    const handOver = { ...codeOf(1, 2), counts: [{ digest, boarded: 2 }] }
    expect(countWith([handOver]).bus).toEqual({ aboard: 2, booked: 6 })
    const pack = packOf(8)
    const listed = listParties(pack.departures[0]!, allScans({ pack, handOvers: [handOver] }, []))
    expect(listed.find(({ ticket }) => ticket.digest === digest)?.aboard).toBe(2)
  })
})

/** A phone at the bus, with the list of the morning and a wish of parties that come to its door. */
class PhoneAtDoor {
  readonly device: number
  readonly pack: BoardingPackage
  own: Scan[] = []
  handOvers: readonly HandOver[] = []

  constructor(device: number, pack: BoardingPackage) {
    this.device = device
    this.pack = pack
  }

  get duty(): Pick<Duty, 'pack' | 'handOvers'> {
    return { pack: this.pack, handOvers: this.handOvers }
  }

  count(index: number, boarded: number): void {
    const seq = this.own.length + 1
    const ride = ticketOf(index).number
    this.own.push({ device: this.device, seq, ride, departureId, position: 0, boarded, at: AT })
  }

  /** All of its codes, in an order of their own. */
  async show(turn: number): Promise<string[]> {
    const { pack, handOvers, device } = this
    const about = { pack, handOvers, device, departureId, at: AT }
    const texts = await writeHandOver(makeHandOver(listedAndOwn(this.duty, this.own), about)!, KEY)
    return [...texts.slice(turn % texts.length), ...texts.slice(0, turn % texts.length)]
  }

  async read(texts: readonly string[]): Promise<void> {
    let parts: readonly HandOverPart[] = []
    for (const text of texts) {
      parts = addPart(
        parts,
        (await readHandOver(text, { bus, device: this.device })) as HandOverPart,
      )
    }
    this.handOvers = joinParts(parts)!.handOvers.reduce(keepHandOver, this.handOvers)
  }

  /** The people of each party, as this phone counts them. */
  sums(parties: number): number[] {
    const all = allScans(this.duty, this.own)
    return Array.from({ length: parties }, (_, index) => sumBoarded(all, ticketOf(index).number))
  }
}

test('news of any size travels from one phone over a second to a third without a network', async () => {
  const PARTIES = 150
  let mostCodes = 0
  const wish = array(
    record({ phone: nat(2), party: nat(PARTIES - 1), boarded: integer({ min: -3, max: 4 }) }),
    {
      maxLength: 400,
      size: 'max',
    },
  )
  await assert(
    asyncProperty(wish, nat(5), nat(5), async (counted, first, second) => {
      const phones = [1, 2, 3].map((device) => new PhoneAtDoor(device, packOf(PARTIES)))
      const [a, b, c] = phones as [PhoneAtDoor, PhoneAtDoor, PhoneAtDoor]
      const rounds = [counted.slice(0, counted.length / 2), counted.slice(counted.length / 2)]
      for (const round of rounds) {
        for (const { phone, party, boarded } of round) {
          if (boarded !== 0) phones[phone]!.count(party, boarded)
        }
        await b.read(await a.show(first))
        const shown = await b.show(second)
        mostCodes = Math.max(mostCodes, shown.length)
        await c.read(shown)
        const everything = phones.flatMap(({ own }) => own)
        const truth = Array.from({ length: PARTIES }, (_, at) =>
          sumBoarded(everything, ticketOf(at).number),
        )
        expect(c.sums(PARTIES)).toEqual(truth)
        // The first phone was told nothing, and learns all of it from the last.
        await a.read(await c.show(first))
        expect(a.sums(PARTIES)).toEqual(truth)
      }
    }),
    { numRuns: 60 },
  )
  expect(mostCodes).toBeGreaterThan(2)
})
