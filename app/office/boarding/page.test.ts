import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { loader as manifest } from '#app/endpoints/boarding-web-app.ts'
import { guard } from '#app/office/guard.server.ts'
import { reopenBoarding } from '#modules/boarding/counts/reopen-boarding.server.ts'
import {
  isNewlyVoid,
  LISTED_HEADER,
  sayListed,
  VOIDED_HEADER,
} from '#modules/boarding/package/listed.ts'
import type { SyncAnswer } from '#modules/boarding/package/sync.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { now } from '#platform/clock.server.ts'
import { exactClock } from '#platform/format/moments.ts'
import { dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { buyIn, giveUp } from '#test/simulation/holders.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import { loader as readDelays, action as sync } from './sync.ts'
import type { BoardingView } from './view.server.ts'

const simulation = openSimulation()
const pattern = '/office/boarding'
let bus: string
let day: string
let driver: Colleague
beforeEach(async () => {
  const departsAt = now().add({ hours: 2 })
  bus = await addDeparture({ departsAt })
  day = dateInCyprus(departsAt).toString()
  driver = await addStaff('driver')
})

type Refused = { problems: { fieldId: string; sentence: string }[] }

/** The second press, for a bus that leaves before its time. */
const SURE = { early: 'yes' }

function press(intent: string, form: Record<string, string> = {}, prefix = '') {
  const fields = { departure: bus, position: '0', stop: 'A', day, ...form }
  return act<Refused>(action, { as: driver, pattern, intent, form: fields, prefix })
}

async function listBuses(prefix = '') {
  const opened = { as: driver, pattern, query: `stop=A&day=${day}`, prefix } as const
  const { shown } = await openOffice<BoardingView>(loader, opened)
  return shown.buses.filter(({ departureId }) => departureId === bus)
}

async function send(body: unknown, as = driver) {
  let answered: unknown
  const hear = async (args: Parameters<typeof sync>[0]) => {
    const answer = await sync(args)
    answered = await answer.clone().json()
    return answer
  }
  const { status } = await openPage(hear, '/office/boarding/sync', {
    browser: as.browser,
    pattern: '/office/boarding/sync',
    guard,
    body: { type: 'application/json', content: JSON.stringify(body) },
  })
  return { status, answer: answered as SyncAnswer }
}

async function ask(departure: string, as = driver, since = '', mine = '') {
  let delays: unknown
  let listed: string | null = null
  let voided: string | null = null
  const hear = async (args: Parameters<typeof readDelays>[0]) => {
    const answer = await readDelays(args)
    delays = await answer.clone().json()
    listed = answer.headers.get(LISTED_HEADER)
    voided = answer.headers.get(VOIDED_HEADER)
    return answer
  }
  const { status } = await openPage(
    hear,
    `/office/boarding/sync?departure=${departure}&since=${since}&mine=${mine}`,
    {
      browser: as.browser,
      pattern: '/office/boarding/sync',
      guard,
    },
  )
  return { status, delays, listed, voided }
}

const packed = ({ pack }: SyncAnswer) =>
  pack.departures.find(({ departureId }) => departureId === bus)
const asked = () => ({ deviceId: randomUUID(), stopId: 'A', day, scans: [], known: [] })

describe('without script', () => {
  test('the departures of a stop lead to their lists', async () => {
    expect(await listBuses()).toMatchObject([
      { departureId: bus, position: 0, to: 'Dune Steps', isCancelled: false, hasLeft: false },
    ])
    expect((await listBuses('/el'))[0]?.to).toBe('Σκαλιά Αμμόλοφου')
    const nowhere = { as: driver, pattern, query: 'stop=NOWHERE&day=yesterday' } as const
    const { shown } = await openOffice<BoardingView>(loader, nowhere)
    expect(shown).toMatchObject({ stopId: '', buses: [] })
  })

  test('a driver reports a delay, once, and in steps of ten minutes', async () => {
    expect(await press('late', { minutes: '20' })).toMatchObject({ status: 303 })
    const again = await press('late', { minutes: '20' })
    expect(again.shown.problems[0]?.sentence).toBe('This delay has already been reported.')
    expect((await press('late', { minutes: '7' })).status).toBe(422)
    const strange = await press('late', { minutes: '10', departure: 'x' }, '/el')
    expect(strange.shown.problems[0]?.sentence).toBe('Επιλέξτε δρομολόγιο.')
  })

  test('at a bus that is 20 minutes late each press states the delay that results, and one is on time again', async () => {
    await press('late', { minutes: '20' })
    const [row] = await listBuses()
    expect(row).toMatchObject({ late: 20 })
    const lastReport = String(row?.lastReport)
    expect(await press('late', { minutes: '40', lastReport })).toMatchObject({ status: 303 })
    expect(await press('late', { minutes: '0', lastReport })).toMatchObject({ status: 303 })
    expect((await listBuses())[0]?.late).toBe(0)
  })

  test('a press that did not know the report of the office is refused in words, and the figure stays', async () => {
    const byOffice = { kind: 'staff', staffId: (await addStaff('dispatcher')).staffId } as const
    const office = { departureId: bus, fromPosition: 0, by: byOffice, reason: 'accident' }
    await reportDelay({ ...office, minutes: 40, now: now() })
    const late = await press('late', { minutes: '10', lastReport: '0' })
    expect(late.status).toBe(422)
    expect(late.shown.problems[0]?.sentence).toBe(
      'Somebody else has reported 40 min late since then. Press again if that is wrong.',
    )
    const greek = await press('late', { minutes: '10', lastReport: '0' }, '/el')
    expect(greek.shown.problems[0]?.sentence).toContain('δηλώθηκε από άλλον καθυστέρηση 40′')
    const [row] = await listBuses()
    expect(row?.late).toBe(40)
    // Whoever has seen the figure knows better.
    const lastReport = String(row?.lastReport)
    expect(await press('late', { minutes: '10', lastReport })).toMatchObject({ status: 303 })
    expect((await listBuses())[0]?.late).toBe(10)
  })

  test('two presses of one driver without a network between them both count, the later one last', async () => {
    expect(await press('late', { minutes: '10', lastReport: '0' })).toMatchObject({ status: 303 })
    expect(await press('late', { minutes: '20', lastReport: '0' })).toMatchObject({ status: 303 })
    expect((await listBuses())[0]?.late).toBe(20)
  })

  test('a report of the office that was taken back is newer than a press before it', async () => {
    const by = { kind: 'staff', staffId: (await addStaff('dispatcher')).staffId } as const
    const office = { departureId: bus, fromPosition: 0, by, reason: 'accident', now: now() }
    await reportDelay({ ...office, minutes: 40 })
    await reportDelay({ ...office, minutes: 0 })
    const late = await press('late', { minutes: '10', lastReport: '0' })
    expect(late.shown.problems[0]?.sentence).toContain('has reported the bus on time since then')
  })

  test('a driver leaves a stop, which closes boarding there', async () => {
    expect(await press('left', SURE)).toMatchObject({ status: 303 })
    expect(await listBuses()).toMatchObject([{ hasLeft: true }])
    const again = await press('left', SURE)
    expect(again.shown.problems[0]?.sentence).toContain('is already closed')
    expect((await press('left', { ...SURE, position: '9' })).status).toBe(422)
  })
})

test('a driver who had pressed before the office opened boarding again is told when', async () => {
  const at = String(now().epochMilliseconds)
  await press('left', SURE)
  const by = { kind: 'staff', staffId: (await addStaff('dispatcher')).staffId } as const
  const reopened = now().add({ seconds: 1 })
  await reopenBoarding({ departureId: bus, position: 0, by, now: reopened })
  const late = await press('left', { ...SURE, at })
  expect([late.status, late.shown.problems[0]?.sentence]).toEqual([
    422,
    `After you pressed, the office opened boarding again at ${exactClock(reopened)}. Press again once the bus leaves.`,
  ])
  const greek = await press('left', { ...SURE, at }, '/el')
  expect(greek.shown.problems[0]?.sentence).toContain('το γραφείο άνοιξε ξανά την επιβίβαση')
  expect(await listBuses()).toMatchObject([{ hasLeft: false }])
})

test('a bus that would leave before its time is asked about again, and then leaves', async () => {
  const early = await press('left')
  const [problem] = early.shown.problems
  expect([early.status, problem?.sentence]).toEqual([
    422,
    expect.stringMatching(
      /^It is 1\d\d min before the scheduled time \(\d\d:\d\d\)\. If it is leaving now anyway, press again below\.$/,
    ),
  ])
  expect(problem?.fieldId).toBe(`early-${bus}`)
  await press('late', { minutes: '20' })
  expect((await press('left')).shown.problems[0]?.sentence).toMatch(
    /^It is 1\d\d min before the scheduled time, and 1\d\d min before the time given to passengers/,
  )
  const greek = await press('left', {}, '/el')
  expect(greek.shown.problems[0]?.sentence).toMatch(
    /^Απομένουν 1\d\d′ μέχρι την ώρα του δρομολογίου και /,
  )
  expect(await listBuses()).toMatchObject([{ hasLeft: false }])
  expect((await press('left', SURE)).status).toBe(303)
})

test('a phone is believed about a delay of which it had not heard, and not before the timetable', async () => {
  const due = now().add({ hours: 2 })
  const at = (minutes: number) => String(due.add({ minutes }).epochMilliseconds)
  await press('late', { minutes: '20' })
  expect((await press('left', { at: at(-2) })).status).toBe(422)
  expect((await press('left', { at: at(1) })).status).toBe(303)
})

describe('a phone', () => {
  test('sends what it counted and gets what it needs', async () => {
    const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
    const { reference } = await findOrderRow(orderId)
    const place = { ride: `${reference}-1`, departureId: bus, position: 0 }
    const scan = { seq: 1, ...place, boarded: 2, at: now().epochMilliseconds }
    const { status, answer } = await send({ ...asked(), scans: [scan] })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ lastSeq: 1, refused: [] })
    expect(packed(answer)?.lastReport).toBeUndefined()
    await press('late', { minutes: '20' })
    const [row] = await listBuses()
    expect(packed((await send(asked())).answer)).toMatchObject({ lastReport: row?.lastReport })
    expect(answer.mine).toContainEqual({ departureId: bus, position: 0 })
    expect(packed(answer)?.scans).toEqual([{ ...scan, device: answer.device }])
    expect(Math.abs(answer.now - now().epochMilliseconds)).toBeLessThan(60_000)
  })

  test.each([
    ['no message', null],
    ['text', 'scan'],
    ['no device', { deviceId: 'mine', stopId: 'A', day: '2026-12-02', scans: [], known: [] }],
    [
      'a day that is none',
      { deviceId: randomUUID(), stopId: 'A', day: '2026-13-45', scans: [], known: [] },
    ],
    [
      'too much',
      {
        deviceId: randomUUID(),
        stopId: 'A',
        day: '2026-12-02',
        scans: [],
        known: Array.from({ length: 2001 }, () => 'a'),
      },
    ],
    [
      'a scan of nobody',
      {
        deviceId: randomUUID(),
        stopId: 'A',
        day: '2026-12-02',
        scans: [{ seq: 1, boarded: 0 }],
        known: [],
      },
    ],
  ])('that sends %s is not understood', async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 422, answer: { reason: 'not-understood' } })
  })

  test('of the release before asks for the delay of its bus alone, and for that of no other thing', async () => {
    expect(await ask(bus)).toMatchObject({ status: 200, delays: [0, 0, 0, 0] })
    await press('late', { minutes: '20' })
    expect(await ask(bus)).toMatchObject({ status: 200, delays: [20, 20, 20, 20] })
    for (const strange of ['', 'x', randomUUID()]) expect((await ask(strange)).status).toBe(404)
    expect((await ask(bus, await addStaff('seller'))).status).toBe(403)
  })

  test('of a seller gets nothing', async () => {
    expect((await send(asked(), await addStaff('seller'))).status).toBe(403)
  })

  test('is offered an app that opens without the rest of the office', async () => {
    let app: Record<string, unknown> = {}
    await openPage(async () => (app = await manifest().json()), '/el/boarding.webmanifest')
    expect(app).toMatchObject({ scope: '/el/office/boarding', lang: 'el', display: 'standalone' })
  })
})

const sayList = async () => {
  const { answer } = await send(asked())
  return sayListed(packed(answer)?.tickets ?? [])
}

describe('a phone at the door', () => {
  test('learns beside the delay that its list has other tickets, new and void ones', async () => {
    const told: (string | null)[] = []
    const tell = async () => {
      const { listed } = await ask(bus)
      expect(listed).toBe(await sayList())
      told.push(listed)
    }
    await tell()
    const trip = ride(bus, 'A', 'C', { adult: 2 })
    const bought = await buyIn('en', simulation.bank, trip)
    await tell()
    await giveUp(bought, { refund: 0, staying: partyOf({ adult: 1 }) })
    await tell()
    await giveUp(await buyIn('en', simulation.bank, trip), { refund: 0 })
    await tell()
    expect(told).toEqual(['0/0', '1/0', '2/1', '3/2'])
  })

  test('learns of tickets of other buses that became void since its list, and of none twice', async () => {
    const other = await addDeparture({ departsAt: now().add({ hours: 3 }) })
    const bought = await buyIn('en', simulation.bank, ride(other, 'A', 'C', { adult: 2 }))
    const { answer: before } = await send(asked())
    const since = String(before.pack.madeAt)
    const tellsNews = async ({ pack }: SyncAnswer) => {
      return isNewlyVoid((await ask(bus, driver, since)).voided, pack.departures)
    }
    expect(await tellsNews(before)).toBe(false)
    await giveUp(bought, { refund: 0 })
    expect(await tellsNews(before)).toBe(true)
    expect(await tellsNews((await send(asked())).answer)).toBe(false)
    const later = String(now().add({ minutes: 1 }).epochMilliseconds)
    expect((await ask(bus, driver, later)).voided).toBe('')
    for (const strange of ['', '-1', 'x', '9999999999999']) {
      expect((await ask(bus, driver, strange)).status).toBe(200)
    }
  })
})

test('a phone asks for the delays of all buses of its duty, at the door of one or of none', async () => {
  const other = await addDeparture({ departsAt: now().add({ hours: 3 }) })
  const mine = [bus, other].join(',')
  const onTime = [0, 0, 0, 0]
  const [before] = Object.values((await ask(bus, driver, '', bus)).delays as number[][])
  await reportDelay({ departureId: other, fromPosition: 1, minutes: 20, by: ADMIN, now: now() })
  const delays = { [bus]: before, [other]: [0, 20, 20, 20] }
  expect(await ask(bus, driver, '', mine)).toMatchObject({ status: 200, delays, listed: '0/0' })
  expect(await ask('', driver, '', mine)).toMatchObject({ status: 200, delays, listed: null })
  expect(await ask('', driver, '', `x,${randomUUID()}`)).toMatchObject({
    status: 200,
    delays: {},
  })
  expect(before).toHaveLength(onTime.length)
})
