import { assert, asyncProperty, nat } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { allScans, countBus, listParties } from './duty.ts'
import { looksHandedOver, readHandOver, writeHandOver } from './hand-over-code.ts'
import { keepHandOver, makeHandOver, MAX_HANDED, type HandOver } from './hand-over.ts'
import type { BoardingPackage, PackedDeparture, PackedTicket, Scan } from './package.ts'
import { readText } from './read-text.ts'

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
  makeHandOver(scans, { pack, device: 1, departureId, at: AT })

const bus = { departureId, handOverKey: KEY }
const other = { bus, device: 2 }

describe('a hand-over code', () => {
  test('says what its phone has counted on this bus, and nothing else', async () => {
    const elsewhere = { ...scansOf(1)[0]!, seq: 9, departureId: 'another' }
    const takenBack = { ...scansOf(2)[1]!, seq: 3, boarded: -4 }
    const scans = [...scansOf(2), takenBack, elsewhere, ...scansOf(2, 3)]
    const handOver = make(scans, packOf(2))!
    const { digest } = ticketOf(0)
    const counts = [{ digest, boarded: 4 }]
    expect(handOver).toEqual({ device: 1, departureId, seq: 3, at: AT, counts })
    expect(await readHandOver(await writeHandOver(handOver, KEY), other)).toEqual(handOver)
  })

  test('of too many parties is not made', () => {
    expect(make(scansOf(MAX_HANDED), packOf(MAX_HANDED))).toBeDefined()
    expect(make(scansOf(MAX_HANDED + 1), packOf(MAX_HANDED + 1))).toBeUndefined()
    const crowd = Array.from({ length: 2 }, (_, at) => ({
      ...scansOf(1)[0]!,
      seq: at,
      boarded: 99,
    }))
    expect(make(crowd, packOf(1))).toBeUndefined()
  })

  test('is refused if a single letter is another one', async () => {
    const text = await writeHandOver(make(scansOf(3), packOf(3))!, KEY)
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
    const text = await writeHandOver(make(scansOf(3), packOf(3))!, key)
    const readKey = 'readKey' in changed ? undefined : KEY
    const here = { departureId: of, ...(readKey && { handOverKey: readKey }) }
    expect(await readHandOver(text.slice(0, text.length - cut), { bus: here, device })).toBe(
      refusal,
    )
  })

  test('is no ticket, and no ticket is one', async () => {
    const text = await writeHandOver(make(scansOf(1), packOf(1))!, KEY)
    expect(looksHandedOver(` ${text.toLowerCase()} `)).toBe(true)
    expect(await readText(text, packOf(1))).toEqual({ by: 'strange-code' })
    for (const ticket of ['P1AB', 'P1AB2345', 'H1ABCDEFGHIJ', '0123456789abcdefghjkmnpqrs']) {
      expect(looksHandedOver(ticket)).toBe(false)
    }
  })
})

const codeOf = (seq: number, boarded: number): HandOver => {
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
    expect(countWith([handOver]).bus).toEqual({ aboard: 2, booked: 4 })
    const pack = packOf(8)
    const listed = listParties(pack.departures[0]!, allScans({ pack, handOvers: [handOver] }, []))
    expect(listed.find(({ ticket }) => ticket.digest === digest)?.aboard).toBe(2)
  })
})
