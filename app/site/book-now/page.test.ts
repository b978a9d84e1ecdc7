import { asyncProperty, assert, constantFrom, dictionary, string } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { chooseAddress, dayAddress } from '#app/components/journey/choose-address.ts'
import type {
  BookNowView,
  DepartureGroup,
  LegView,
  RideView,
} from '#app/components/journey/view.ts'
import { localeMiddleware } from '#app/http/locale.server.ts'
import { loader as showCart } from '#app/site/cart/page.tsx'
import { partyOf } from '#modules/fares/passengers.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { changeBoarding, changeSeats } from '#test/simulation/for-one-test.ts'

import { action, loader } from './page.tsx'

/* The page on the demonstration timetable, on Friday 20 November 2026 at ten in the morning. */
const HERE = 'http://localhost:3000'

beforeAll(async () => {
  const friday = Temporal.Instant.from('2026-11-20T08:00:00Z')
  shiftClock(now().until(friday))
  await loadSeed(now())
})

test('a link with names in either script finds the stops', async () => {
  const { search, remarks, legs } = await visit('/book-now?from=larnaka&to=Λευκωσία')
  expect([search.values.from, search.values.to]).toEqual(['LCA', 'NIC'])
  expect(remarks).toEqual([])
  expect(legs[0]?.situation?.found).toBe('departures')
})

test('the day opens at the first departure that is still available', async () => {
  const { legs } = await visit('/book-now?from=NIC&to=LCA')
  expect(times(legs[0])[0]).toBe('11:30')
  expect(countEarlier(legs[0])).toBe(9)
})

test('a search from a time shows the departures from then on', async () => {
  const { legs } = await visit('/book-now?from=NIC&to=LCA&date=2026-11-21&time=20:00')
  expect(times(legs[0])).toEqual(['20:30', '21:30', '22:45'])
  expect(countEarlier(legs[0])).toBe(18)
})

test('a search after the last bus says so, and names the next day with one', async () => {
  const late = await situation('from=NIC&to=LCA&date=2026-11-21&time=23:30')
  expect(late).toMatchObject({
    over: 'You cannot book a departure after 23:30 on this date.',
    next: { label: 'Sunday 22 November 2026' },
  })
  expect(await situation('from=NIC&to=LCA&date=2026-11-21&time=22:30')).toMatchObject({
    over: null,
  })
})

test('a bus after midnight is listed under the night with both dates', async () => {
  const { legs } = await visit('/book-now?from=LCA&to=NIC&date=2026-11-21')
  const [night, day] = groupsOf(legs[0])
  expect(night?.night).toEqual({ from: 'Fri 20', to: 'Sat 21' })
  expect(night?.rides.map(({ departs }) => departs)).toEqual(['00:30', '02:30'])
  expect(day?.night).toBeNull()
})

test('an area shows one row for each departure, with its stops inside', async () => {
  const { legs } = await visit('/book-now?from=Famagusta&to=LCA&date=2026-11-21&adults=3')
  const [first] = rowsOf(legs[0])
  expect(first?.map(({ from, departs, total }) => [from.name, departs, total])).toEqual([
    ['Deryneia', '06:30', 4200],
    ['Paralimni', '06:40', 4200],
    ['Protaras', '06:55', 4200],
    ['Ayia Napa', '07:20', 3600],
  ])
})

test('the first list shows the price of the requested party: €22.50, not four adults', async () => {
  const party = 'adults=2&children=1&infants=1'
  const { legs } = await visit(`/book-now?from=NIC&to=LCA&date=2026-11-23&${party}`)
  expect(legs[0]?.party).toBe('2\u00A0adults, 1\u00A0child, 1\u00A0infant')
  expect(new Set(rowsOf(legs[0]).map(([ride]) => ride?.total))).toEqual(new Set([2250]))
  const old = await visit('/book-now?from=NIC&to=LCA&date=2026-11-23&passengers=4')
  expect(rowsOf(old.legs[0])[0]?.[0]?.total).toBe(3600)
  const greek = await visit(`/el/book-now?from=NIC&to=LCA&date=2026-11-23&${party}&wheelchairs=1`)
  expect(greek.legs[0]?.party).toBe(
    '2\u00A0ενήλικες, 1\u00A0παιδί, 1\u00A0βρέφος, 1\u00A0θέση αμαξιδίου',
  )
})

test('links to other days, the return and the swapped search keep the party', async () => {
  const party = 'adults=2&children=1'
  const asked = 'from=NIC&to=LCA&date=2026-11-23&trip=return&return-date=2026-11-25'
  const { legs, search } = await visit(`/book-now?${asked}&${party}`)
  const there = await visit(hrefOf(legs[0], '10:30'))
  const ways = [search.swapHref ?? '', ...[legs[0], there.legs[1]].flatMap(hrefsOfDays)]
  expect(ways.length).toBeGreaterThan(10)
  for (const href of ways) expect(href).toContain(party)
  expect(there.legs[1]?.party).toBe(legs[0]?.party)
})

test('a party that may not travel is shown as typed, and gets no price', async () => {
  const asked = 'from=NIC&to=LCA&date=2026-11-23'
  const { missing, legs, search } = await visit(`/book-now?${asked}&adults=1&infants=2`)
  expect({ missing, legs }).toEqual({ missing: 'search', legs: [] })
  expect(search.values.passengers).toMatchObject({ adult: 1, infant: 2 })
  expect(search.problems).toMatchObject([{ fieldId: 'search-adults' }])
  expect(search.problems[0]?.sentence).toContain('lap')
  const many = await visit(`/el/book-now?${asked}&adults=16`)
  expect(many.search.values.passengers.adult).toBe(16)
  expect(many.search.problems[0]?.sentence).toContain('15')
})

test('a return without a date is asked for it, and other input is kept', async () => {
  const asked = 'from=NIC&to=LCA&date=2026-11-23&trip=return&return-date=&adults=2'
  const { missing, legs, search } = await visit(`/book-now?${asked}`)
  expect({ missing, legs }).toEqual({ missing: 'search', legs: [] })
  expect(search.problems).toEqual([
    { fieldId: 'return-date', sentence: 'Choose the date of your return.' },
  ])
  const passengers = partyOf({ adult: 2 })
  expect(search.values).toMatchObject({ trip: 'return', returnDate: '', passengers })
  const greek = await visit(`/el/book-now?${asked}`)
  expect(greek.search.problems[0]?.sentence).toBe('Επιλέξτε ημερομηνία επιστροφής.')
})

test('an outbound date after the return asks for the return again, and moves nothing', async () => {
  const asked = 'from=NIC&to=LCA&date=2026-11-23&trip=return&return-date=2026-11-24'
  const { legs } = await visit(`/book-now?${asked}`)
  const later = hrefsOfDays(legs[0]).find((href) => /[?&]date=2026-11-25/.test(href))
  expect(later).not.toContain('#')
  const { search, missing } = await visit(later ?? '')
  expect(missing).toBe('search')
  expect(search.values).toMatchObject({ date: '2026-11-25', returnDate: '2026-11-24' })
  expect(search.problems).toMatchObject([{ fieldId: 'return-date' }])
  const there = await visit(hrefOf(legs[0], '10:30'))
  expect(there.legs[1]?.days.map(({ date }) => date)).not.toContain('2026-11-22')
})

test('a departure tapped on a board is chosen, with the party', async () => {
  const board = '/book-now?from=NIC&date=2026-11-30&to=LCA&departure=10:30&adults=2&children=1'
  const { missing, party, legs, remarks } = await visit(board)
  expect({ missing, remarks }).toEqual({ missing: null, remarks: [] })
  expect(party.rides).toMatchObject([{ departs: '10:30', total: 2250 }])
  expect(fields(party).departure).toMatch(/^[\da-f-]{36}$/)
  expect(legs[0]?.address).toContain('time=10%3A30')
  expect((await post('/book-now', { ...fields(party), adults: '2' })).status).toBe(303)
})

test('a tapped departure to several stops is not guessed: the list opens there and asks', async () => {
  const asked = '/book-now?from=LCA&to=FAMAGUSTA&date=2026-11-23'
  const [, time] = new Set(times((await visit(asked)).legs[0]))
  const { missing, remarks, legs } = await visit(`${asked}&departure=${time}`)
  const [first, second] = rowsOf(legs[0])
  expect({ missing, remarks }).toEqual({ missing: 'departure', remarks: [] })
  expect(first?.[0]?.departs).toBe(time)
  expect(first?.length).toBeGreaterThan(1)
  expect([first?.[0]?.isNamed, second?.[0]?.isNamed]).toEqual([true, undefined])
})

test('a departure that is no longer available says why, in both languages', async () => {
  expect(await listRemarks('/book-now', '08:30')).toEqual([
    'departure: The 08:30 bus has already left. Please select a later one.',
  ])
  expect(await listRemarks('/book-now', '10:30')).toEqual([
    'departure: Booking for this departure closed at 10:00. Please choose a later one.',
  ])
  expect(await listRemarks('/book-now', '11:07')).toEqual([
    'departure: The departure you chose is not available that day. Please select another.',
  ])
  expect(await listRemarks('/el/book-now', '08:30')).toEqual([
    'departure: Το λεωφορείο των 08:30 έχει ήδη αναχωρήσει. Επιλέξτε επόμενο δρομολόγιο.',
  ])
})

test('in the spring night 03:30 is said not to run; in autumn both its times are named', async () => {
  const spring = await visit('/book-now?from=NIC&to=LCA&date=2027-03-28')
  expect(spring.legs[0]?.situation).toMatchObject({ notRunning: ['03:30'], isReduced: false })
  expect(times(spring.legs[0])).not.toContain('03:30')
  const autumn = await visit('/book-now?from=NIC&to=LCA&date=2027-10-31')
  const half = rowsOf(autumn.legs[0]).find(([ride]) => ride?.departs === '03:30')
  expect(half?.[0]).toMatchObject({
    departsZone: 'EEST',
    arrives: '03:10',
    arrivesZone: 'EET',
  })
})

test('passengers and fares are locked until a departure is chosen', async () => {
  const before = await visit('/book-now?from=NIC&to=LCA&date=2026-11-23')
  expect(before).toMatchObject({ missing: 'departure', party: { rides: [] } })
  const after = await visit(hrefOf(before.legs[0], '10:30'))
  expect(after.missing).toBeNull()
  expect(after.party.rides).toMatchObject([
    { departs: '10:30', beThere: '10:20', fares: { adult: 900, infant: 0 } },
  ])
})

test('a link names a stop only where the search leaves several; one with all stops is read too', async () => {
  const asked = '/book-now?from=NIC&to=LCA&date=2026-11-23'
  const short = hrefOf((await visit(asked)).legs[0], '10:30')
  expect(short).not.toContain('-stop=')
  const chosen = await visit(short)
  const long = short.replace('#party', '&from-stop=NIC&to-stop=LCA')
  expect((await visit(long)).party.rides).toEqual(chosen.party.rides)
  expect(fields(chosen.party)).toMatchObject({ 'from-stop': 'NIC', 'to-stop': 'LCA' })

  const area = await visit('/book-now?from=FAMAGUSTA&to=LCA&date=2026-11-23')
  const [first] = rowsOf(area.legs[0])[0] ?? []
  const link = area.legs[0] && first ? chooseAddress(area.legs[0], first) : ''
  expect(link).toContain('&from-stop=')
  expect(link).not.toContain('&to-stop=')
})

test('the wheelchair deadline is a date and a time; after it, no space is offered', async () => {
  const monday = await choose('/book-now?from=NIC&to=LCA&date=2026-11-23', '10:30')
  expect(monday.party.rides[0]?.wheelchair).toEqual({
    state: 'on-offer',
    most: 1,
    until: '10:30 on Sunday 22 November 2026',
  })
  const today = await choose('/book-now?from=NIC&to=LCA', '12:30')
  expect(today.party.rides[0]?.wheelchair).toMatchObject({ state: 'too-late' })
  const deryneia = await choose('/book-now?from=DER&to=LCA&date=2026-11-23', '06:30')
  expect(deryneia.party.rides[0]?.wheelchair).toEqual({ state: 'no-access' })
})

test('unknown wheelchair access is not shown as no access', async () => {
  await changeBoarding('NIC', null)
  const monday = await choose('/book-now?from=NIC&to=LCA&date=2026-11-23', '10:30')
  expect(monday.party.rides[0]?.wheelchair).toEqual({ state: 'not-known' })
})

test('the return is offered from the arrival on, and refused before it', async () => {
  const asked = '/book-now?from=NIC&to=LCA&date=2026-11-23&trip=return&return-date=2026-11-23'
  const there = await choose(asked, '10:30')
  expect(there.missing).toBe('return')
  expect(times(there.legs[1])[0]).toBe('11:30')

  const sooner = await choose('/book-now?from=LCA&to=NIC&date=2026-11-23', '08:30')
  const early = sooner.party.rides[0]?.departureId ?? ''
  const address = `${there.legs[1]?.address}&return=${early}&return-from-stop=LCA&return-to-stop=NIC`
  const refused = await visit(address)
  expect(refused.missing).toBe('return')
  expect(refused.remarks).toMatchObject([{ field: 'return' }])
})

test('a departure of another day gets a remark, and the rest is kept', async () => {
  const chosen = await choose('/book-now?from=NIC&to=LCA&date=2026-11-23&adults=2', '10:30')
  const other = currentAddress(chosen).replace('2026-11-23', '2026-11-24')
  const { missing, remarks, search, party } = await visit(other)
  expect(missing).toBe('departure')
  expect(remarks).toMatchObject([{ field: 'departure' }])
  expect([search.values.date, party.passengers.adult]).toEqual(['2026-11-24', 2])
})

test('remarks about a query are in the language of the page', async () => {
  const { remarks } = await visit('/el/book-now?from=airport&to=nowhere&time=99')
  expect(remarks.map(({ field }) => field)).toEqual(['time', 'from', 'to'])
  expect(remarks[1]?.sentence).toContain('Αεροδρόμιο Λάρνακας, Αεροδρόμιο Πάφου')
})

test('no direct bus: two tickets by the airport; not published; past; the same place', async () => {
  expect(await situation('from=NIC&to=PRO&date=2026-11-23')).toMatchObject({
    found: 'no-direct-service',
    changes: [{ via: { name: 'Larnaca Airport' } }],
  })
  expect(await situation('from=NIC&to=LCA&date=2028-12-01')).toMatchObject({
    found: 'not-published',
    until: { label: 'Saturday 25 March 2028' },
  })
  expect((await situation('from=NIC&to=LCA&date=2026-11-19'))?.found).toBe('past')
  expect((await situation('from=NIC&to=NIC'))?.found).toBe('same-place')
  expect(await situation('from=DER&to=LCA&date=2026-12-01')).toMatchObject({
    found: 'none-this-day',
    next: { label: 'Friday 4 December 2026' },
  })
})

test('adding to the cart holds the seats and redirects to the cart in the language of the page', async () => {
  const { party } = await choose('/el/book-now?from=NIC&to=LCA&date=2026-11-25', '10:30')
  const answer = await post('/el/book-now', { ...fields(party), adults: '2', infants: '1' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/el/cart')
  expect(answer.headers.get('set-cookie')).toMatch(/^visitor=/)
  expect(await seatsLeft('from=NIC&to=LCA&date=2026-11-25', '10:30')).toBe(50 - 2)
})

test('a return trip is held in both directions', async () => {
  const asked = '/book-now?from=NIC&to=LCA&date=2026-11-26&trip=return&return-date=2026-11-27'
  const there = await choose(asked, '10:30')
  const { party } = await visit(hrefOf(there.legs[1], '09:30'))
  expect((await post('/book-now', { ...fields(party), adults: '3' })).status).toBe(303)
  expect(await seatsLeft('from=NIC&to=LCA&date=2026-11-26', '10:30')).toBe(50 - 3)
  expect(await seatsLeft('from=LCA&to=NIC&date=2026-11-27', '09:30')).toBe(50 - 3)
})

test('without a departure the form asks for one first', async () => {
  const english = await post('/book-now', { adults: '1' })
  expect(english).toMatchObject({ status: 422, problems: ['Select a departure first.'] })
  const greek = await post('/el/book-now', { adults: '1' })
  expect(greek.problems).toEqual(['Επιλέξτε πρώτα δρομολόγιο.'])
})

test('a return trip without a chosen return is asked for it, and holds nothing', async () => {
  const { party } = await choose('/book-now?from=NIC&to=LCA&date=2026-11-23', '10:30')
  const answer = await post('/book-now', { ...fields(party), trip: 'return', adults: '1' })
  expect(answer).toMatchObject({ status: 422, problems: ['Select a return departure first'] })
  expect(await seatsLeft('from=NIC&to=LCA&date=2026-11-23', '10:30')).toBe(50)
})

test('a refused form keeps its values and states the reason', async () => {
  const { party } = await choose('/book-now?from=NIC&to=LCA&date=2026-11-23', '10:30')
  const answer = await post('/book-now', { ...fields(party), adults: '0', infants: '2' })
  expect(answer.status).toBe(422)
  expect(answer.typed).toMatchObject({ passengers: { adult: 0, infant: 2 } })
})

test.each([
  { adults: 'many' },
  { adults: '-1' },
  { adults: '99' },
  { adults: '' },
  { children: '3', adults: '0' },
  { wheelchairs: '2' },
  { wheelchairs: 'yes' },
  { departure: 'not-an-id' },
  { departure: '00000000-0000-4000-8000-000000000000' },
  { 'from-stop': 'PFO' },
  { 'from-stop': 'LCA', 'to-stop': 'NIC' },
  { 'to-stop': 'L\u0000CA' },
  { 'to-stop': 'x'.repeat(5000) },
])('tampering with %o gets no seats and causes no fault', async (tampered) => {
  const { party } = await choose('/book-now?from=NIC&to=LCA&date=2026-11-23', '10:30')
  const answer = await post('/book-now', { ...fields(party), adults: '1', ...tampered })
  expect(answer.status).toBe(422)
  expect(answer.problems).toHaveLength(1)
  expect(await seatsLeft('from=NIC&to=LCA&date=2026-11-23', '10:30')).toBe(50)
})

test('with many holds from one network, contact details come first, and are then in the cart', async () => {
  const asked = 'from=NIC&to=LCA&date=2026-12-02'
  for (const time of ['09:30', '10:30']) {
    const { party } = await choose(`/book-now?${asked}`, time)
    const held = await behindOneAddress(() => post('/book-now', { ...fields(party), adults: '15' }))
    expect(held.status).toBe(303)
  }
  const { party } = await choose(`/el/book-now?${asked}`, '11:30')
  const form = { ...fields(party), adults: '2', infants: '1' }
  const send = (contact: Record<string, string> = {}) =>
    behindOneAddress(() => post('/el/book-now', { ...form, ...contact }))

  const first = await send()
  expect(first).toMatchObject({ status: 422, at: ['name'], contact: { name: '', email: '' } })
  expect(first.problems[0]).toMatch(/^Αυτή τη στιγμή έχουν δεσμευτεί πολλές θέσεις/)
  expect(first.typed).toMatchObject({ passengers: { adult: 2, infant: 1 } })

  const half = { name: ' Anna ', email: 'anna@' }
  expect(await send(half)).toMatchObject({
    status: 422,
    at: ['email'],
    contact: { name: 'Anna', email: 'anna@' },
    typed: { passengers: { adult: 2, infant: 1 } },
  })
  expect((await send({ name: 'x'.repeat(600), email: 'anna@example.com' })).contact).toEqual({
    name: 'x'.repeat(500),
    email: 'anna@example.com',
  })
  expect(await seatsLeft(asked, '11:30')).toBe(50)

  const { status, headers } = await send({ name: 'Anna', email: 'anna@example.com' })
  expect(status).toBe(303)
  expect(await seatsLeft(asked, '11:30')).toBe(50 - 2)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const { shown } = await openPage<{ cart: object }>(showCart, '/cart', {
    browser: { cookie, key: '' },
  })
  expect(shown.cart).toMatchObject({ name: 'Anna', email: 'anna@example.com', hasContact: true })
})

test('the last seat is gone: the answer tells so, keeps the party, and offers the other departures', async () => {
  const asked = '/book-now?from=NIC&to=LCA&date=2026-12-03'
  const { party } = await choose(asked, '10:30')
  const departure = fields(party).departure ?? ''
  const form = { ...fields(party), time: '06:00', adults: '2', infants: '1' }
  await changeSeats(departure, 1)
  expect((await post('/book-now', { ...fields(party), adults: '1' })).status).toBe(303)

  const answer = await post('/book-now', form)
  expect(answer.status).toBe(303)
  const { missing, refused, remarks, legs, ...shown } = await visit(
    answer.headers.get('location') ?? '',
  )
  expect(missing).toBe('departure')
  expect(remarks).toEqual([])
  expect(refused).toEqual([{ fieldId: 'outbound', sentence: expect.stringContaining('10:30') }])
  expect(refused[0]?.sentence).toContain('has just been taken')
  expect(shown.party).toMatchObject({ passengers: { adult: 2, infant: 1 } })
  expect(times(legs[0])).toEqual(expect.arrayContaining(['09:30', '11:30']))
  expect(legs[0]?.address).not.toContain('refused')

  const greek = await post('/el/book-now', form)
  const inGreek = await visit(greek.headers.get('location') ?? '')
  expect(inGreek.refused[0]?.sentence).toMatch(/10:30 μόλις κρατήθηκε/)

  await changeSeats(departure, 50)
  const again = await visit(answer.headers.get('location') ?? '')
  expect(again.missing).toBeNull()
  expect(again.refused.map(({ sentence }) => sentence)).toEqual([
    'When you pressed the button, all seats were taken. There are free seats again now: please try once more.',
  ])
})

test('a malformed body is treated like an empty form', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const request = new Request(`${HERE}/book-now`, { method: 'POST', body: '--nonsense', headers })
  expect((await act(request)).status).toBe(422)
})

test('every query gets a page', async () => {
  const names = constantFrom('from', 'to', 'date', 'time', 'trip', 'adults', 'departure', 'return')
  const anything = dictionary(names, string({ unit: 'binary' }))
  await assert(
    asyncProperty(anything, async (query) => {
      const asked = new URLSearchParams({ from: 'NIC', to: 'LCA', ...query })
      expect(await visit(`/book-now?${asked}`)).toHaveProperty('legs')
    }),
    { numRuns: 50 },
  )
})

async function visit(path: string): Promise<BookNowView> {
  const request = new Request(HERE + path)
  let view: BookNowView | undefined
  await inLanguage(request, async (url) => {
    view = await loader({ url } as Parameters<typeof loader>[0])
  })
  if (!view) throw new Error('the page was not rendered')
  return view
}

async function situation(query: string) {
  return (await visit(`/book-now?${query}`)).legs[0]?.situation
}

async function choose(path: string, time: string): Promise<BookNowView> {
  const { legs } = await visit(path)
  return visit(hrefOf(legs[0], time))
}

async function post(path: string, form: Record<string, string>) {
  return act(new Request(HERE + path, { method: 'POST', body: new URLSearchParams(form) }))
}

const behindOneAddress = <Result>(run: () => Promise<Result>) => underRequestId('192.0.2.77', run)

/** The response as a browser sees it, with the sentences of a refusal. */
async function act(request: Request) {
  let answer: Awaited<ReturnType<typeof action>> | undefined
  await inLanguage(request, async () => {
    answer = await action({ request } as Parameters<typeof action>[0])
  })
  if (answer instanceof Response) {
    const none = { problems: [], at: [], typed: undefined, contact: undefined }
    return { status: answer.status, headers: answer.headers, ...none }
  }
  const { problems = [], typed, contact } = answer?.data ?? {}
  const sentences = problems.map(({ sentence }) => sentence)
  const at = problems.map(({ fieldId }) => fieldId)
  const headers = new Headers()
  const shown = contact === undefined ? undefined : valuesIn(contact)
  return { status: answer?.init?.status, headers, problems: sentences, at, typed, contact: shown }
}

async function inLanguage(request: Request, make: (url: URL) => Promise<void>): Promise<void> {
  const url = new URL(request.url)
  const args = { request, url } as Parameters<typeof localeMiddleware>[0]
  await localeMiddleware(args, async () => {
    await make(url)
    return new Response()
  })
}

function groupsOf(leg: LegView | undefined) {
  return leg?.situation?.found === 'departures' ? leg.situation.groups : []
}

function rowsOf(leg: LegView | undefined): RideView[][] {
  return groupsOf(leg).flatMap(byDeparture)
}

/** The rides of each departure. */
function byDeparture({ rides }: DepartureGroup): RideView[][] {
  return [...Map.groupBy(rides, ({ departureId }) => departureId).values()]
}

function times(leg: LegView | undefined): string[] {
  return rowsOf(leg).flatMap((rides) => rides.map(({ departs }) => departs))
}

/** The remarks about today's departure at this time. */
async function listRemarks(page: string, time: string): Promise<string[]> {
  const { missing, remarks } = await visit(`${page}?from=NIC&to=LCA&departure=${time}`)
  expect(missing).toBe('departure')
  return remarks.map(({ field, sentence }) => `${field}: ${sentence}`)
}

function hrefsOfDays(leg: LegView | undefined): string[] {
  return leg?.days.map(({ date }) => dayAddress(leg, date)) ?? []
}

function countEarlier(leg: LegView | undefined): number {
  const earlier = leg?.situation?.found === 'departures' ? leg.situation.earlier : []
  return earlier.flatMap(byDeparture).length
}

function hrefOf(leg: LegView | undefined, time: string): string {
  for (const [ride] of rowsOf(leg)) {
    if (leg && ride?.departs === time) return chooseAddress(leg, ride)
  }
  throw new Error(`nothing leaves at ${time}`)
}

/** The address of the current page, from the fields that its form would submit. */
function currentAddress({ party }: BookNowView): string {
  const adults = String(party.passengers.adult)
  return `/book-now?${new URLSearchParams({ ...fields(party), adults })}`
}

function fields({ hidden }: BookNowView['party']): Record<string, string> {
  return Object.fromEntries(hidden)
}

async function seatsLeft(query: string, time: string): Promise<number | undefined> {
  const { legs } = await visit(`/book-now?${query}`)
  const rides = rowsOf(legs[0]).flat()
  return rides.find(({ departs }) => departs === time)?.seatsLeft
}

/** The values of the fields in this HTML, by name. */
function valuesIn(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => {
    const [name = '', value = ''] = ['name', 'value'].map(
      (attribute) => new RegExp(` ${attribute}="([^"]*)"`).exec(input)?.[1] ?? '',
    )
    return [name, value] as const
  })
  return Object.fromEntries(inputs)
}
