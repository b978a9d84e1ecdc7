import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { log } from '#platform/log.server.ts'
import { alertsRaised, limitsRefused, logIns, metrics } from '#platform/metrics/metrics.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

import { mayTry } from './rate-limit.server.ts'
import { noteForm, noteLimit, noteLink, noteLogIn } from './traces.server.ts'

type Told = { get: () => Promise<{ values: { labels: object; value: number }[] }> }

async function countOf(counter: Told, labels: object): Promise<number> {
  const { values } = await counter.get()
  return values.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value ?? 0
}

test('a refusal leaves a count and a line that names no address, and one network has one mark', async () => {
  using info = vi.spyOn(log, 'info').mockImplementation(() => {})
  const limit = { name: 'traced', tries: 1, seconds: 600 }
  for (const address of ['2001:db8:1:2::3', '2001:db8:1:2::4', '2001:db8:1:2::5'])
    await underRequestId(address, () => mayTry(limit))
  await underRequestId('192.0.2.9', () => noteLogIn('wrong'))
  const lines = info.mock.calls.map(([line]: unknown[]) => line as Record<string, string>)
  expect(await countOf(limitsRefused, { name: 'traced' })).toBe(2)
  expect(await countOf(logIns, { result: 'wrong' })).toBe(1)
  expect(lines).toMatchObject([{ limit: 'traced' }, { limit: 'traced' }, { logIn: 'wrong' }])
  const marks = lines.map(({ from }) => from)
  expect(marks[0]).toMatch(/^[\w-]{12}$/)
  expect(marks[1]).toBe(marks[0])
  expect(marks[2]).not.toBe(marks[0])
  expect(JSON.stringify(lines)).not.toMatch(/2001|192\.0/)
})

test('many of a kind raise one alert, and no second one within the hour', async () => {
  const alert = { alert: 'many-links-refused' }
  for (let links = 0; links < 199; links++) await noteLink('reset')
  expect(await countOf(alertsRaised, alert)).toBe(0)
  for (let links = 0; links < 400; links++) await noteLink('reset')
  expect(await countOf(alertsRaised, alert)).toBe(1)
})

async function refuse(times: number): Promise<void> {
  for (let limits = 0; limits < times; limits++) await noteLimit('elsewhere')
}

test('an alert that the database does not take is raised by the next trace, once', async () => {
  const alert = { alert: 'many-limits-refused' }
  await asOwner(async (owner) => {
    await sql`alter table alerts add constraint busy check (kind <> 'many-limits-refused')`.execute(
      owner,
    )
    await refuse(300)
    await sql`alter table alerts drop constraint busy`.execute(owner)
  })
  expect(await countOf(alertsRaised, alert)).toBe(0)
  await refuse(1)
  expect(await countOf(alertsRaised, alert)).toBe(1)
  await refuse(1)
  expect(await countOf(alertsRaised, alert)).toBe(1)
})

test('all traces are among the metrics', async () => {
  await noteForm('too-large')
  const told = await metrics.metrics()
  for (const line of [
    'halcyon_log_ins_total{result="wrong"} 1',
    'halcyon_limits_refused_total{name="traced"} 2',
    'halcyon_forms_refused_total{reason="too-large"} 1',
    'halcyon_links_refused_total{kind="reset"} 599',
  ])
    expect(told).toContain(line)
})
