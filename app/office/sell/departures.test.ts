import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { changeDeparture, countOrders, listCaptured } from '#test/simulation/sales.ts'

import { action, loader } from './page.tsx'
import type { DepartureRow, SellView } from './view.ts'

/* The departures on the demonstration timetable, on Friday 20 November 2026 at ten in the morning. */

let seller: Colleague
beforeAll(async () => {
  shiftClock(now().until(Temporal.Instant.from('2026-11-20T08:00:00Z')))
  await loadSeed(now())
  seller = await addStaff('seller')
})

const TODAY = 'from=NIC&to=LCA&date=2026-11-20'

async function open(query: string) {
  return (await openOffice<SellView>(loader, { as: seller, pattern: '/office/sell', query })).shown
}

/** The address behind a departure's "Select". */
function queryOf(row?: DepartureRow): string {
  return new URL(row?.href ?? '', 'http://localhost').search.slice(1)
}

function idOf(row?: DepartureRow): string {
  return row?.key.split(' ')[0] ?? ''
}

test('are sold until they leave, and lead to the form with the price of the server', async () => {
  const { ways } = await open(`${TODAY}&adults=2`)
  const [first] = ways[0]?.departures ?? []
  expect(first).toMatchObject({ departs: '10:30', why: null })
  const { chosen, isTillOpen } = await open(queryOf(first))
  expect(chosen?.rides[0]?.when).toContain('10:30')
  expect(chosen?.total).toBeGreaterThan(0)
  expect(isTillOpen).toBe(false)
})

test('say why they cannot be sold, and then have no form', async () => {
  const { ways } = await open(TODAY)
  const [, second, third] = ways[0]?.departures ?? []
  await changeDeparture(idOf(second), { seats: 1 })
  await changeDeparture(idOf(third), { status: 'cancelled' })
  const after = await open(`${TODAY}&adults=2`)
  expect(after.ways[0]?.departures.slice(0, 3).map(({ why }) => why)).toEqual([
    null,
    'Only 1 seat',
    'Cancelled',
  ])
  expect((await open(queryOf(after.ways[0]?.departures[1]))).chosen).toBeNull()
})

test('are asked for with a place that can be read', async () => {
  const { search, ways } = await open('from=Atlantis&to=LCA')
  expect(search.remarks).toHaveLength(1)
  expect(ways).toEqual([])
})

const BACK = `${TODAY}&trip=return&return-date=2026-11-20&adults=2`

describe('a return', () => {
  test('offers the way back once the way there is chosen, from its arrival on', async () => {
    const { ways } = await open(BACK)
    expect(ways.map(({ direction }) => direction)).toEqual(['outbound'])
    const [there] = ways[0]?.departures ?? []
    const half = await open(queryOf(there))
    expect(half.chosen).toBeNull()
    const [out, back] = half.ways
    expect(out?.departures.filter(({ isChosen }) => isChosen)).toMatchObject([{ departs: '10:30' }])
    const [home] = back?.departures ?? []
    expect((there?.arrives ?? '') <= (home?.departs ?? '')).toBe(true)

    const { chosen } = await open(queryOf(home))
    expect(chosen?.rides.map(({ departureId }) => departureId)).toEqual([idOf(there), idOf(home)])
    const oneWay = await open(queryOf((await open(`${TODAY}&adults=2`)).ways[0]?.departures[0]))
    expect(chosen?.total).toBe(2 * (oneWay.chosen?.total ?? 0))
  })

  test('that leaves before the chosen arrival is asked for again', async () => {
    const { ways } = await open(BACK)
    const half = await open(queryOf(ways[0]?.departures[0]))
    const full = new URLSearchParams(queryOf(half.ways[1]?.departures[0]))
    const later = ways[0]?.departures.at(-1)
    for (const name of ['departure', 'from-stop', 'to-stop']) {
      full.set(name, new URLSearchParams(queryOf(later)).get(name) ?? '')
    }
    expect((await open(String(full))).chosen).toBeNull()
  })

  test('is asked for its date, which is not before the way there', async () => {
    for (const date of ['', '2026-11-19']) {
      const { search, ways } = await open(`${TODAY}&trip=return&return-date=${date}`)
      expect([search.isReturn, search.returnDate, search.remarks.length, ways]).toEqual([
        true,
        date,
        1,
        [],
      ])
    }
  })
})

describe('a return in one sale', () => {
  const customer = { name: 'Anna Georgiou', email: 'anna@example.com', language: 'el' }
  let query: string
  let fields: Record<string, string>
  beforeEach(async () => {
    const { ways } = await open(BACK)
    const half = await open(queryOf(ways[0]?.departures[0]))
    query = queryOf(half.ways[1]?.departures[0])
    fields = {
      ...Object.fromEntries(new URLSearchParams(query)),
      wheelchairs: '0',
      ...customer,
      float: '50',
    }
  })
  /** The address names the journey of the form. */
  const press = (intent: string, changes: Record<string, string> = {}) => {
    const form: Record<string, string> = { ...fields, ...changes }
    const shown = [...new URLSearchParams(query).keys()].map((name) => [name, form[name] ?? ''])
    const address = String(new URLSearchParams(shown))
    return act<Refused>(action, {
      as: seller,
      pattern: '/office/sell',
      query: address,
      intent,
      form,
    })
  }

  test('is one booking with a ticket for each way, and one payment', async () => {
    const { location } = await press('cash', { given: '50' })
    const { sold } = await open(new URL(location, 'http://localhost').search.slice(1))
    const shown = await open(query)
    const total = shown.chosen?.total ?? 0
    expect(sold).toMatchObject({ state: 'sold', total, change: 5000 - total })
    expect(sold?.tickets).toHaveLength(2)
    expect(await listCaptured(sold?.orderId ?? '')).toEqual([total])
  })

  test('is refused as a whole if one way is sold out, and what was typed waits for another', async () => {
    const full = fields['return'] ?? ''
    await changeDeparture(full, { seats: 1 })
    const before = await countOrders()
    const refused = await press('cash', { given: '40' })
    expect([refused.status, await countOrders()]).toEqual([422, before])
    expect(refused.shown.typed).toMatchObject({ name: 'Anna Georgiou', given: '40' })
    expect((await open(query)).chosen).toBeNull()
    await changeDeparture(full, { seats: 50 })
    const chosen = await press('choose', { given: '40' })
    expect([chosen.status, chosen.shown.problems]).toEqual([200, []])
    expect(chosen.shown.typed).toMatchObject({ name: 'Anna Georgiou', given: '40' })
  })

  test('is refused without a way back, or with one that leaves before the arrival', async () => {
    const before = await countOrders()
    expect((await press('cash', { return: '' })).status).toBe(422)
    const { ways } = await open(TODAY)
    const early = await press('cash', { departure: idOf(ways[0]?.departures.at(-1)) })
    expect(early.shown.problems).toMatchObject([{ fieldId: 'inbound' }])
    expect(await countOrders()).toBe(before)
  })
})

type Refused = { problems: { fieldId: string; sentence: string }[]; typed: Record<string, string> }
