import {
  anything,
  array,
  asyncProperty,
  check,
  constant,
  constantFrom,
  double,
  integer,
  letrec,
  oneof,
  record,
  string,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'

import { guard } from '#app/office/guard.server.ts'
import type { SyncAnswer } from '#modules/boarding/package/sync.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { addStaff, type Colleague } from '#test/fixtures/office.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { listScansOf } from '#test/fixtures/scans.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { action as sync } from './sync.ts'

/*
 * Messages that no phone sends, at the address of the phones. A failure prints its seed; FUZZ_SEED
 * replays it.
 */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123)
const ROUNDS = 400

const simulation = openSimulation()
let bus: string
let elsewhere: string
let day: string
let own: { ride: string; departureId: string; position: number }
let driver: Colleague
beforeAll(async () => {
  const departsAt = now().add({ hours: 2 })
  bus = await addDeparture({ departsAt })
  elsewhere = await addDeparture({ departsAt: departsAt.add({ hours: 30 }) })
  day = dateInCyprus(departsAt).toString()
  driver = await addStaff('driver')
  own = { ride: `${await buyOn(bus)}-1`, departureId: bus, position: 0 }
  await buyOn(elsewhere, 'Eleni Foreign')
})

async function buyOn(departureId: string, name = 'Anna Own'): Promise<string> {
  const contact = { name, email: 'secret@example.com' }
  const { orderId } = await buy(simulation.bank, [ride(departureId, 'A', 'C', { adult: 4 })], {
    contact,
  })
  return (await findOrderRow(orderId)).reference
}

type Heard = { status: number; text: string }

async function sendText(content: string): Promise<Heard> {
  let text = ''
  const hear = async (args: Parameters<typeof sync>[0]) => {
    const answer = await sync(args)
    text = await answer.clone().text()
    return answer
  }
  const { status } = await openPage(hear, '/office/boarding/sync', {
    browser: driver.browser,
    pattern: '/office/boarding/sync',
    guard,
    body: { type: 'application/json', content },
  })
  return { status, text }
}

const hostileText = oneof(
  string(),
  string({ unit: 'binary' }),
  constantFrom('', '\u0000', 'A\u0000', '\uD800', '__proto__', "' or '1'='1", 'A'.repeat(65)),
  constantFrom(
    '0000-01-01',
    '9999-12-31',
    '2026-13-45',
    '2026-02-30',
    '275760-09-14',
    '-000001-01-01',
  ),
  constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
)
const hostileNumber = oneof(
  integer(),
  double(),
  constantFrom(-1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 8.64e15 + 1, 1e308, 99, 100),
)
const { nested } = letrec((tie) => ({
  nested: oneof(
    { depthSize: 'large' },
    hostileText,
    hostileNumber,
    array(tie('nested')),
    anything(),
  ),
}))
const wrong = oneof(hostileText, hostileNumber, nested, constant(null))

/** A well-formed value in which one field is exchanged, or none, or all are. */
function spoilt<Value extends object>(good: Arbitrary<Value>, fieldNames: readonly string[]) {
  const one = tuple(good, constantFrom(...fieldNames), wrong).map(([value, field, put]) => ({
    ...value,
    [field]: put,
  }))
  const all = record(Object.fromEntries(fieldNames.map((name) => [name, wrong])), {
    requiredKeys: [],
  })
  return oneof({ weight: 5, arbitrary: one }, { weight: 2, arbitrary: good }, all)
}

/** The messages of phones, spoilt; the well-formed ones reach the database. */
function messages() {
  const scan = record({
    seq: integer({ min: 1, max: 5 }),
    ride: constantFrom(own.ride, 'ZZZZZZZZ-9', 'deadbeefdeadbeef'),
    departureId: constantFrom(bus, elsewhere, randomUUID()),
    position: integer({ min: 0, max: 999 }),
    boarded: integer({ min: 1, max: 99 }),
    at: integer({ min: 0 }),
  })
  const scans = spoilt(scan, ['seq', 'ride', 'departureId', 'position', 'boarded', 'at'])
  const message = record({
    deviceId: constantFrom(randomUUID(), randomUUID()),
    stopId: constantFrom('A', 'B', 'NOWHERE', null),
    day: constantFrom(day, '2000-01-01', '2099-12-31', null),
    scans: array(scans, { maxLength: 2 }),
    known: array(constantFrom('abc', '-_-'), { maxLength: 3 }),
    listMadeAt: oneof(constant(null), integer({ min: 0 })),
  })
  return spoilt(message, ['deviceId', 'stopId', 'day', 'scans', 'known', 'listMadeAt'])
}

/** Names only of the departures of the stop and the day that were asked for, and never an address. */
function listLeaks({ status, text }: Heard): string[] {
  const leaks = ['secret@example.com', 'farecents', 'node_modules'].filter((word) =>
    text.toLowerCase().includes(word),
  )
  if (status !== 200) return text.includes('Anna') ? [...leaks, 'a name'] : leaks
  const { mine = [], pack } = JSON.parse(text) as Partial<SyncAnswer>
  if (!pack) return text.includes('Anna') ? [...leaks, 'a name'] : leaks
  const named = pack.departures.filter(({ tickets }) => tickets.some(({ leader }) => leader))
  const isMine = (id: string) => mine.some(({ departureId }) => departureId === id)
  return [...leaks, ...named.filter(({ departureId }) => !isMine(departureId)).map(String)]
}

describe('a message of anything', () => {
  test('is no fault, tells nothing of others, and loses no scan', async () => {
    const phone = randomUUID()
    const good = { deviceId: phone, stopId: 'A', day, known: [] }
    const scan = { seq: 1, ...own, boarded: 3, at: now().epochMilliseconds }
    expect((await sendText(JSON.stringify({ ...good, scans: [scan] }))).status).toBe(200)
    const isHarmless = asyncProperty(messages(), async (message) => {
      const answer = await sendText(JSON.stringify(message) ?? '')
      if (![200, 422].includes(answer.status)) throw new Error(`status ${answer.status}`)
      const leaks = listLeaks(answer)
      if (leaks.length > 0) throw new Error(`tells ${leaks.join(', ')}`)
    })
    const { failed, errorInstance, counterexample } = await check(isHarmless, {
      seed: SEED,
      numRuns: ROUNDS,
    })
    expect(failed ? `${String(errorInstance)} ${JSON.stringify(counterexample)}` : '').toBe('')

    const first = { seq: 1, boarded: 3, departureId: bus, position: 0 }
    expect(await listScansOf(phone)).toEqual([first])
    const next = { ...scan, seq: 2, boarded: 1 }
    const { status, text } = await sendText(JSON.stringify({ ...good, scans: [next] }))
    expect([status, (JSON.parse(text) as SyncAnswer).lastSeq]).toEqual([200, 2])
  })

  test('that repeats a number with another count keeps the first one', async () => {
    const phone = { deviceId: randomUUID(), stopId: 'A', day, known: [] }
    const first = { seq: 1, ...own, boarded: 1, at: now().epochMilliseconds }
    const other = { ...first, boarded: -1, position: 1 }
    for (const scans of [[first], [other], [other, other], [first, other]]) {
      expect((await sendText(JSON.stringify({ ...phone, scans }))).status).toBe(200)
    }
    expect(await listScansOf(phone.deviceId)).toMatchObject([{ seq: 1, boarded: 1, position: 0 }])
  })

  test.each([
    ['deeply nested', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deeply nested in a field', `{"scans":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['megabytes long', JSON.stringify({ deviceId: 'a'.repeat(8_000_000) })],
    ['of a million scans', JSON.stringify({ scans: Array.from({ length: 1_000_000 }, () => 1) })],
    ['no JSON', '{"scans":[}'],
    ['nothing', ''],
    ['a huge number', '{"deviceId":1e999999}'],
  ])('that is %s is not understood', async (_what, content) => {
    expect(await sendText(content)).toMatchObject({
      status: 422,
      text: '{"reason":"not-understood"}',
    })
  })

  test.each([
    ['the id of the list in the office', { deviceId: '00000000-0000-0000-0000-000000000000' }, 422],
    ['a year that the database does not know', { day: '0000-01-01' }, 422],
    ['a stop with a zero byte', { stopId: 'A\u0000' }, 422],
    ['a list of no moment', { listMadeAt: 8.64e15 + 1 }, 200],
  ])('with %s is no fault', async (_what, wrongField, status) => {
    const asked = { deviceId: randomUUID(), stopId: 'A', day, scans: [], known: [] }
    expect((await sendText(JSON.stringify({ ...asked, ...wrongField }))).status).toBe(status)
  })
})

test('a phone whose duty is over has its scans taken in, and no list or name comes back', async () => {
  const phone = randomUUID()
  const scan = { seq: 1, ...own, boarded: 2, at: now().epochMilliseconds }
  const over = { deviceId: phone, stopId: null, day: null, scans: [scan], known: [] }
  const { status, text } = await sendText(JSON.stringify(over))
  expect([status, JSON.parse(text)]).toEqual([
    200,
    {
      device: expect.any(Number),
      lastSeq: 1,
      refused: [],
      notUndone: [],
      now: expect.any(Number),
    },
  ])
  expect(await listScansOf(phone)).toMatchObject([{ seq: 1, boarded: 2, departureId: bus }])
  for (const half of [{ stopId: 'A' }, { day }]) {
    expect((await sendText(JSON.stringify({ ...over, ...half }))).status).toBe(422)
  }
})
