import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Query } from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import * as paths from '#paths'
import { forgetKept } from '#platform/answers/cache.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { departureOf, publishTrips } from '#test/fixtures/published-trips.ts'
import { readBytes } from '#test/fixtures/realtime.ts'
import { addTimetable } from '#test/simulation/timetable.ts'

/* The bytes of the feeds for journey planners, as they are sent. */

const DECODED = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

let answer: (request: Request) => Promise<Response>
beforeAll(async () => {
  answer = await openSite()
  await addTimetable()
  await publishTrips([{ tripId: 'T1', leaves: now().add({ hours: 3 }).round('minute') }])
  const departureId = await departureOf('T1')
  await reportDelay({ departureId, fromPosition: 0, minutes: 12, by: ADMIN, now: now() })
})
afterEach(() => {
  vi.restoreAllMocks()
  forgetKept()
})

function ask(file: string, headers = {}): Promise<Response> {
  return answer(new Request(`http://localhost:3000${paths.realtime(file)}`, { headers }))
}

/** Half of them read the bytes, and half the JSON. */
function askAll(count: number): Promise<Response[]> {
  const files = Array.from({ length: count }, (_, place) => (place % 2 === 0 ? 'pb' : 'json'))
  return Promise.all(files.map((format) => ask(`trip-updates.${format}`)))
}

test.each(Object.entries(DECODED))(
  'a feed as %s is the same object, with the same tag',
  async (encoding, decode) => {
    const known = await ask('trip-updates.json')
    const object: unknown = await known.json()
    for (const file of ['trip-updates.pb', 'trip-updates.json']) {
      const sent = await ask(file, { 'Accept-Encoding': encoding })
      expect(sent.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(sent.headers.get('Vary')).toBe('Accept-Encoding')
      expect(sent.headers.get('ETag')).toBe(known.headers.get('ETag'))
      const bytes = decode(Buffer.from(await sent.arrayBuffer()))
      const read = file.endsWith('.pb')
        ? readBytes(Uint8Array.from(bytes).buffer)
        : (JSON.parse(bytes.toString()) as unknown)
      expect(read).toEqual(object)
    }
  },
)

test('a feed that has not changed has no body, in whichever encoding it was read', async () => {
  const first = await ask('trip-updates.pb', { 'Accept-Encoding': 'br' })
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Accept-Encoding': 'gzip' }
  const again = await ask('trip-updates.pb', headers)
  expect([again.status, again.headers.get('Vary'), again.body]).toEqual([
    304,
    'Accept-Encoding',
    null,
  ])
  expect(again.headers.has('Content-Encoding')).toBe(false)
})

test('a hundred planners cost one look at the departures, until two seconds have passed', async () => {
  const sent = vi.spyOn(Query.prototype, 'submit')
  const looks = () =>
    (sent.mock.contexts as { text: string }[]).filter(({ text }) =>
      text.includes('as is_cancelled'),
    )
  const answers = await askAll(100)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await askAll(2)
  expect(looks()).toHaveLength(1)
  shiftClock({ seconds: 2 })
  await askAll(1)
  expect(looks()).toHaveLength(2)
  shiftClock({ seconds: -2 })
})
