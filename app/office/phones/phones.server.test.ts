import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { loader as boarding } from '#app/office/boarding/page.tsx'
import { loader as news, action as sync } from '#app/office/boarding/sync.ts'
import { guard } from '#app/office/guard.server.ts'
import { loader as manifest } from '#app/office/manifest/page.tsx'
import { loader as today } from '#app/office/today/page.tsx'
import type { TodayView } from '#app/office/today/view.ts'
import { receiveScans } from '#modules/boarding/counts/receive-scans.server.ts'
import type { SyncAnswer, SyncRefusal } from '#modules/boarding/package/sync.ts'
import { beginSession } from '#modules/staff/sign-in/sessions.server.ts'
import { noteBrowser } from '#modules/staff/sign-in/step-cookie.server.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import {
  act,
  addStaff,
  endSession,
  leaveUnused,
  openOffice,
  type Colleague,
} from '#test/fixtures/office.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { cookieFrom } from '#test/fixtures/sample-accounts.server.ts'
import { listScansOf } from '#test/fixtures/scans.ts'
import { buyIn, type Held } from '#test/simulation/holders.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { PhonesView } from './view.server.ts'

const pattern = '/office/phones'
const simulation = openSimulation()
let maria: Colleague
let driver: Colleague
let bus: string
let anna: Held
let phone: string
beforeEach(async () => {
  maria = await addStaff('dispatcher')
  driver = await addStaff('driver')
  bus = await addDeparture({ departsAt: now().add({ hours: 2 }) })
  anna = await buyIn('en', simulation.bank, ride(bus, 'A', 'C', { adult: 2 }))
  phone = randomUUID()
})

type Refused = { problems: { sentence: string }[] }

const look = async (prefix = '') =>
  (await openOffice<PhonesView>(loader, { as: maria, pattern, prefix })).shown

function press(intent: string, form: Record<string, string>, as = maria) {
  return act<Refused>(action, { as, pattern, intent, form })
}

const scan = (seq: number, boarded: number) => {
  const place = { ride: `${anna.reference}-1`, departureId: bus, position: 0 }
  return { seq, ...place, boarded, at: now().epochMilliseconds }
}

async function send(more: object = {}, as = driver) {
  const day = dateInCyprus(now().add({ hours: 2 })).toString()
  let answered: unknown
  const hear = async (args: Parameters<typeof sync>[0]) => {
    const answer = await sync(args)
    answered = await answer.clone().json()
    return answer
  }
  const asked = { deviceId: phone, stopId: 'A', day, scans: [], known: [], ...more }
  const { status } = await openPage(hear, '/office/boarding/sync', {
    browser: as.browser,
    pattern: '/office/boarding/sync',
    guard,
    body: { type: 'application/json', content: JSON.stringify(asked) },
  })
  return { status, answer: answered as SyncAnswer & SyncRefusal }
}

const rowOf = async (deviceNo: number, prefix = '') =>
  (await look(prefix)).phones.find((row) => row.deviceNo === deviceNo)

const listActs = async (subject: string) =>
  (await listEntries(subject, 20)).map(({ action: one }) => one).toReversed()

const receive = (deviceId: string, ...scans: ReturnType<typeof scan>[]) =>
  receiveScans({ deviceId, scans, by: { kind: 'staff', staffId: driver.staffId }, now: now() })

const manifestOf = (as: Colleague) =>
  openOffice(manifest, { as, pattern: '/office/departures/:id/manifest', params: { id: bus } })

const boardingOf = (as: Colleague) => openOffice(boarding, { as, pattern: '/office/boarding' })

async function logInAgain({ staffId }: Colleague) {
  const begun = { staffId, confirmedBy: 'code', device: null, now: now() } as const
  const { sessionId, setCookies } = await beginSession(begun)
  return { sessionId, browser: { cookie: cookieFrom(setCookies), key: '' } }
}

async function listProblems() {
  const { shown } = await openOffice<TodayView>(today, { as: maria, pattern: '/office' })
  return shown.live.problems
}

const problems = async () =>
  (await listProblems()).filter(({ text }) => text.includes(anna.reference))

const open = async () =>
  (await look()).conflicts.filter(({ text }) => text.includes(anna.reference))

describe('a phone in a session', () => {
  test('that is blocked ends the session that used it, for other numbers and pages too', async () => {
    const { answer } = await send()
    const others = await addStaff('driver')
    await press('block', { phone: String(answer.device) })
    expect(await send({ deviceId: randomUUID(), scans: [scan(1, 2)] })).toEqual({
      status: 403,
      answer: { reason: 'revoked', device: 0, lastSeq: 0, refused: [], notUndone: [] },
    })
    expect((await manifestOf(driver)).status).toBe(303)
    expect((await boardingOf(driver)).status).toBe(303)
    expect((await manifestOf(others)).status).toBe(200)
    expect((await send({ deviceId: randomUUID() }, others)).status).toBe(200)
  })

  test('that is blocked ends a session that has gone on under another number', async () => {
    const { answer } = await send()
    const { answer: later } = await send({ deviceId: randomUUID() })
    expect(later.device).not.toBe(answer.device)
    await press('block', { phone: String(answer.device) })
    expect((await manifestOf(driver)).status).toBe(303)
    await press('unblock', { phone: String(answer.device) })
    expect((await manifestOf(driver)).status).toBe(200)
  })

  test('belongs to the session that opened it, and another one counts nothing in its name', async () => {
    const { answer } = await send({ scans: [scan(1, 1)] })
    const same = { ...driver, ...(await logInAgain(driver)) }
    for (const stranger of [await addStaff('driver'), same, maria]) {
      const refused = await send({ scans: [scan(2, 2)] }, stranger)
      expect(refused).toEqual({ status: 409, answer: { reason: 'of-another' } })
    }
    const kept = await send({ scans: [scan(2, 1)] })
    expect(kept.answer).toMatchObject({ device: answer.device, lastSeq: 2, refused: [] })
    expect(await listScansOf(phone)).toMatchObject([{ boarded: 1 }, { boarded: 1 }])
  })

  test('keeps its number when its member logs in again, and gets no other member', async () => {
    const { answer } = await send()
    await endSession(driver)
    expect((await send({ scans: [scan(1, 2)] }, await addStaff('driver'))).status).toBe(409)
    const again = { ...driver, ...(await logInAgain(driver)) }
    const { answer: later } = await send({ scans: [scan(1, 2)] }, again)
    expect(later).toMatchObject({ device: answer.device, lastSeq: 1, refused: [] })
  })

  test('that asks for news does not count as use, and one that sends scans does', async () => {
    const { answer } = await send()
    const isUnused = await leaveUnused(driver)
    const { browser } = driver
    const path = '/office/boarding/sync'
    await openPage(news, `${path}?departure=${bus}`, { browser, pattern: path, guard })
    await send({ listMadeAt: answer.pack.madeAt })
    expect(await isUnused()).toBe(true)
    await send({ scans: [scan(1, 2)] })
    expect(await isUnused()).toBe(false)
  })

  test('is handed over to a member who logs in on it', async () => {
    const { answer } = await send()
    await endSession(driver)
    const next = await addStaff('driver')
    const { setCookie } = await noteBrowser(new Request('http://x/'), driver.staffId)
    const [remembered = ''] = setCookie.split(';')
    const browser = { ...next.browser, cookie: `${next.browser.cookie}; ${remembered}` }
    const { answer: later } = await send({ scans: [scan(1, 2)] }, { ...next, browser })
    expect(later).toMatchObject({ device: answer.device, lastSeq: 1 })
  })
})

describe('a phone', () => {
  test('is listed with its user, when it was seen, and the list that it has', async () => {
    const { answer } = await send()
    expect(await rowOf(answer.device)).toMatchObject({
      name: `Phone ${answer.device}`,
      usedBy: 'Maria Example',
      list: 'none',
      state: 'May get lists',
    })
    await send({ listMadeAt: answer.pack.madeAt })
    const row = await rowOf(answer.device)
    expect(row?.list).toBe(row?.seen)
    expect(await rowOf(answer.device, '/el')).toMatchObject({ state: 'Λαμβάνει λίστες' })
  })

  test('that is blocked gets no list, and its scans are still taken in', async () => {
    const { answer } = await send()
    const form = { phone: String(answer.device) }
    expect((await press('block', form)).status).toBe(303)
    expect(await rowOf(answer.device)).toMatchObject({ isBlocked: true })
    const refusal = await send({ scans: [scan(1, 2)] })
    expect(refusal).toEqual({
      status: 403,
      answer: { reason: 'revoked', device: answer.device, lastSeq: 1, refused: [], notUndone: [] },
    })
    expect(await listScansOf(phone)).toMatchObject([{ boarded: 2 }])
    expect((await press('unblock', form)).status).toBe(303)
    expect((await send()).status).toBe(200)
  })

  test('is blocked twice with one entry in the audit', async () => {
    const { answer } = await send()
    const form = { phone: String(answer.device) }
    for (const [intent, again] of [
      ['block', 'This phone is already blocked.'],
      ['unblock', 'This phone is not blocked.'],
    ] as const) {
      expect((await press(intent, form)).status).toBe(303)
      const { status, shown } = await press(intent, form)
      expect([status, shown.problems[0]?.sentence]).toEqual([422, again])
    }
    expect(await listActs(`phone:${answer.device}`)).toEqual(['phone-revoked', 'phone-trusted'])
  })

  test.each(['0', '999999', 'x', '-1', '99999999999999'])('%s is none', async (unknown) => {
    const { status, shown } = await press('block', { phone: unknown })
    expect([status, shown.problems[0]?.sentence]).toEqual([422, 'This phone does not exist.'])
  })

  test('is blocked by those who plan the day alone', async () => {
    const form = { phone: '1' }
    for (const role of ['auditor', 'driver', 'seller'] as const) {
      expect((await press('block', form, await addStaff(role))).status).toBe(403)
    }
  })
})

describe('a party let aboard twice', () => {
  test('stands on Today until a person lets the count stay', async () => {
    await receive(randomUUID(), scan(1, 2))
    expect(await problems()).toEqual([])
    await receive(phone, scan(1, 1))
    const [problem] = await problems()
    expect(problem).toMatchObject({ tone: 'danger', to: '/office/phones' })
    expect(problem?.text).toContain(`1 too many let aboard with ticket ${anna.reference}-1`)
    const [conflict] = await open()
    expect(conflict?.counts).toHaveLength(2)
    const form = { booking: conflict?.bookingId ?? '', 'too-many': '1' }
    expect((await press('settle', form)).status).toBe(303)
    expect([await problems(), await open()]).toEqual([[], []])
    const again = await press('settle', form)
    expect(again.shown.problems[0]?.sentence).toContain('already settled this')
    expect(await listActs(`manifest:${bus}`)).toEqual(['scanned', 'scanned', 'conflict-settled'])
  })

  test('stands again if more people come after it was settled', async () => {
    await receive(phone, scan(1, 2), scan(2, 1))
    const [conflict] = await open()
    const form = { booking: conflict?.bookingId ?? '', 'too-many': '1' }
    await press('settle', form)
    await receive(phone, scan(3, 1))
    expect(await problems()).toHaveLength(1)
    const stale = await press('settle', form)
    expect(stale.shown.problems[0]?.sentence).toContain('has changed')
  })

  test('stands no more once a scan puts it right', async () => {
    await receive(phone, scan(1, 2), scan(2, 1))
    expect(await problems()).toHaveLength(1)
    await receive(phone, scan(3, -1))
    expect(await problems()).toEqual([])
  })
})

test('people taken along without a seat stand on Today', async () => {
  const small = await addDeparture({ departsAt: now().add({ hours: 1 }), seats: 2 })
  await buyIn('en', simulation.bank, ride(small, 'B', 'C', { adult: 1 }))
  const place = { ...scan(1, 2), departureId: small }
  await receive(phone, place)
  const [problem] = (await listProblems()).filter(({ id }) => id.startsWith(`short:${small}`))
  expect(problem?.text).toContain('a seat used by the people let aboard with ticket')
})
