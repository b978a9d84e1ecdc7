// oxlint-disable-next-line no-restricted-imports -- to count the queries
import { Query } from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'

import { localeMiddleware } from '#app/http/locale.server.ts'
import { now } from '#platform/clock.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'

import { action } from './page.tsx'

/** Several buses, since a seat is sold twice only where the last ones of a bus are wanted at once. */
const BUSES = 10
const SEATS = 5
const BUYERS = 20
const SEARCH = { from: 'A', to: 'C', date: '2026-12-01' }

beforeAll(() => addTimetable())

test('a crowd wants a bus: exactly its seats are held, and all others are led to the other departures', async () => {
  for (let turn = 0; turn < BUSES; turn++) {
    const departsAt = now().add({ hours: 48 + turn })
    const bus = await addDeparture({ departsAt, seats: SEATS })
    const crowd = Array.from({ length: BUYERS }, (_, buyer) => press(bus, `10.${turn}.${buyer}.1`))
    const answers = (await Promise.all(crowd)).map(({ headers }) => headers)

    const held = answers.filter((answer) => answer.get('Location') === '/cart')
    const refused = answers.filter((answer) => answer.get('Location')?.includes('refused=full'))
    expect([held.length, refused.length]).toEqual([SEATS, BUYERS - SEATS])
    const pages = new Set(refused.map((answer) => answer.get('Location')))
    const search = new URLSearchParams({ ...SEARCH, departure: bus, refused: 'full' })
    expect([...pages]).toEqual([`/book-now?${search}`])
  }
})

test('a late buyer without a cookie costs one statement, since no cart can be theirs', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 72 }), seats: 1 })
  await press(bus, '10.99.0.1')
  await press(bus, '10.99.0.2') // anything done once in the life of a program is done now
  using asking = vi.spyOn(Query.prototype, 'submit')
  const { status, headers } = await press(bus, '10.99.0.3')
  expect([status, headers.get('Location')]).toEqual([303, expect.stringContaining('refused=full')])
  expect(asking).toHaveBeenCalledTimes(1)
})

/** A visitor at this address presses the button. */
async function press(bus: string, address: string): Promise<Response> {
  const form = { ...SEARCH, departure: bus, 'from-stop': 'A', 'to-stop': 'C', adults: '1' }
  const body = new URLSearchParams(form)
  const request = new Request('http://localhost:3000/book-now', { method: 'POST', body })
  const args = { request, url: new URL(request.url) } as Parameters<typeof localeMiddleware>[0]
  let answer: unknown
  await underRequestId(address, () =>
    localeMiddleware(args, async () => {
      answer = await action({ request } as Parameters<typeof action>[0])
      return new Response()
    }),
  )
  if (!(answer instanceof Response)) throw new Error(JSON.stringify(answer))
  return answer
}
