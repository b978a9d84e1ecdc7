import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { askForLink, SEND_LINK, sendLink } from '#modules/orders/reads/find-booking.server.ts'
import { now } from '#platform/clock.server.ts'
import { addBrowser, openPage, type TestBrowser } from '#test/fixtures/open-page.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { listJobs } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { buy, listMails, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { OrderView } from './view.ts'

let bank: SimulatedBank
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

test('a buyer sees route, passengers and ticket', async () => {
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

test('the Greek page is in Greek', async () => {
  await book()
  const { shown } = await look('/el/bookings', anna)
  expect(shown.upcoming[0]?.rides[0]?.party).toBe('2\u00A0ενήλικες, 1\u00A0παιδί')
})

test("a browser without a cookie, or with another visitor's, sees nothing", async () => {
  await book()
  const nothing = { upcoming: [], earlier: [] }
  expect((await look('/bookings')).shown).toMatchObject(nothing)
  expect((await look('/bookings', addBrowser())).shown).toMatchObject(nothing)
})

test('a guest on a shared device leaves nothing behind, and the booking stays', async () => {
  const { orderId, result } = await book()
  const forget = (path: string) =>
    openPage(action, path, { browser: anna, form: { intent: 'forget' } })
  const answer = await forget('/el/bookings')
  expect([answer.status, answer.location]).toEqual([303, '/el/bookings?forgotten'])
  const gone = answer.setCookies.map((set) => /^(\w+)=;.*Max-Age=0/.exec(set)?.[1])
  expect(gone).toEqual(['visitor', 'holder'])
  expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  const nothing = { upcoming: [], earlier: [], isForgotten: true }
  expect((await look('/bookings?forgotten', anna)).shown).toMatchObject(nothing)
  expect((await forget('/bookings')).status).toBe(303)

  const { reference } = result
  await askForLink({ reference, email: 'anna@example.com', now: now() })
  for (const { data } of await listJobs([SEND_LINK.name])) {
    await sendLink((data as { requestId: string }).requestId, now())
  }
  const sent = (await listMails(orderId)).filter(({ kind }) => kind === 'manage-link')
  expect(sent).toMatchObject([{ address: 'anna@example.com' }])
})

test('an unknown button changes nothing', async () => {
  await book()
  const form = { intent: 'nonsense' }
  const answer = await openPage(action, '/bookings', { browser: anna, form })
  expect([answer.location, answer.setCookies]).toEqual(['/bookings', []])
  expect((await look('/bookings', anna)).shown.upcoming).toHaveLength(1)
})
