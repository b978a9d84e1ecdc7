import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { OrderView } from '#app/components/bookings/view.ts'
import { now } from '#platform/clock.server.ts'
import { addBrowser, openPage, type TestBrowser } from '#test/open-page.ts'
import { openBank, type WorldBank } from '#test/world/bank.ts'
import { addDeparture, addTimetable } from '#test/world/timetable.ts'
import { buy, ride } from '#test/world/travellers.ts'

import { loader } from './bookings.tsx'

let bank: WorldBank
let anna: TestBrowser
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(() => {
  anna = addBrowser()
})
afterAll(() => bank.stop())

type Shown = { upcoming: OrderView[]; earlier: OrderView[] }

function look(path: string, browser?: TestBrowser) {
  return openPage<Shown>(loader, path, browser && { browser })
}

async function book() {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  return buy(bank, [ride(bus, 'A', 'C', { adult: 2, child: 1 })], { visitor: anna.key })
}

test('who has bought sees from where to where, who travels, and the ticket', async () => {
  const { result } = await book()
  const { shown } = await look('/bookings', anna)
  expect(shown.upcoming[0]).toMatchObject({ reference: result.reference, status: 'confirmed' })
  expect(shown.upcoming[0]?.rides).toMatchObject([
    {
      title: 'Almond Square to Cape Airport',
      party: '2\u00A0adults, 1\u00A0child',
      ticketId: result.mine?.tickets[0]?.ticketId,
    },
  ])
})

test('at the Greek address it is in Greek', async () => {
  await book()
  const { shown } = await look('/el/bookings', anna)
  expect(shown.upcoming[0]?.rides[0]?.party).toBe('2\u00A0ενήλικες, 1\u00A0παιδί')
})

test('a browser without a cookie, or with that of somebody else, sees nothing', async () => {
  await book()
  const nothing = { upcoming: [], earlier: [] }
  expect((await look('/bookings')).shown).toMatchObject(nothing)
  expect((await look('/bookings', addBrowser())).shown).toMatchObject(nothing)
})
