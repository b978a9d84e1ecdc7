import bindings from 'gtfs-realtime-bindings'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { stop } from '#e2e/support/processes.ts'
import { openScene } from '#e2e/support/scene.ts'
import { operator } from '#operator'
import * as paths from '#paths'
import { until } from '#test/fixtures/until.ts'
import { wireToDatabase } from '#test/simulation/wire.ts'

/* The feeds for journey planners over HTTP, from the built site. */

const { FeedMessage } = bindings.transit_realtime

const scene = openScene()

async function read(file: string) {
  const answer = await fetch(scene.site.url + paths.realtime(file))
  expect([file, answer.status]).toEqual([file, 200])
  return new Uint8Array(await answer.arrayBuffer())
}

test('a delay reaches a journey planner within five seconds, under the trip of the timetable', async () => {
  const before = FeedMessage.decode(await read('trip-updates.pb'))
  expect(before.entity).toEqual([])
  // By the clock of the site.
  const present = sql`to_timestamp(${Number(before.header.timestamp)})`
  const { rows } = await sql<{ tripId: string; today: string }>`
    with bus as materialized (
      select departure_id, trip_id, service_date from departures
      join departure_stops using (departure_id)
      where position = 0 and status = 'planned' and departs_at > ${present}
      order by departs_at limit 1), report as (
      insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
      select departure_id, 0, 23, 'admin', ${present} from bus)
    select trip_id, to_char(service_date, 'YYYYMMDD') as today from bus`.execute(scene.books)
  const [bus] = rows
  const entity = await until(
    'the delay is in the feed',
    async () => FeedMessage.decode(await read('trip-updates.pb')).entity[0],
  )
  const trip = { tripId: bus?.tripId, startDate: bus?.today }
  expect(entity.tripUpdate?.trip).toMatchObject(trip)
  const delays = entity.tripUpdate?.stopTimeUpdate?.map(({ arrival, departure }) => {
    return (departure ?? arrival)?.delay
  })
  expect(new Set(delays)).toEqual(new Set([1380]))
})

test('while the database is down, the last feed is sent, and a feed not read before answers 503 with Retry-After', async () => {
  const wire = await wireToDatabase(scene.company.databaseUrl)
  const site = await scene.company.startSite({ DATABASE_URL: wire.url })
  const ask = (file: string) => fetch(site.url + paths.realtime(file))
  const before = await (await ask('trip-updates.json')).text()
  wire.is('refuses')
  const away = await until('the database cannot be reached', async () => {
    const answer = await ask('alerts.pb')
    return answer.status === 200 ? undefined : answer
  })
  expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '10'])
  expect(await away.text()).toContain(operator.phone)
  scene.company.moveClock({ seconds: 10 })
  const last = await ask('trip-updates.json')
  expect([last.status, await last.text()]).toEqual([200, before])
  scene.company.moveClock({ hours: 1 })
  expect((await ask('trip-updates.json')).status).toBe(503)
  wire.is('none')
  await until('the feed is back', async () => (await ask('alerts.pb')).status === 200)
  await stop(site)
  await wire.stop()
})

test('no request is answered with a fault', async () => {
  const url = scene.site.url + paths.realtime('alerts.pb')
  const asked: [string, RequestInit][] = [
    [url, { method: 'HEAD' }],
    [url, { method: 'POST', body: 'x' }],
    [url, { method: 'DELETE' }],
    [`${url}?date=%00`, {}],
    [url, { headers: { 'If-None-Match': '*, "' } }],
    [`${url}%00`, {}],
    [scene.site.url + paths.realtime('%F0%9F%9A%8C.pb'), {}],
    [scene.site.url + paths.realtime('__proto__.pb'), {}],
  ]
  const statuses = await Promise.all(
    asked.map(async ([address, init]) => (await fetch(address, init)).status),
  )
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(statuses.slice(0, 1)).toEqual([200])
})
