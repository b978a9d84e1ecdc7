import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'
import { PROMISES } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import {
  WATCH_EVERYTHING,
  watchInvariants,
} from '#modules/bookkeeping/invariants/watch-invariants.server.ts'
import { now } from '#platform/clock.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { env } from '#platform/settings/env.server.ts'
import { noteReplication } from '#platform/watch/watch-replication.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { besideStandby } from '#test/fixtures/standby.ts'
import { endTimetableIn, forgetTrouble, oversell, withoutTrigrams } from '#test/fixtures/trouble.ts'
import { openBank } from '#test/simulation/bank.ts'
import { listJobs } from '#test/simulation/jobs.ts'
import { anyBus } from '#test/simulation/simulation.ts'
import { addTimetable } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { ChecksView } from './view.ts'

let owner: Colleague
beforeAll(async () => {
  await addTimetable()
  owner = await addStaff('owner')
})
beforeEach(() => forgetTrouble())

test('every invariant is told in every language', () => {
  for (const locale of LOCALES) {
    const { promises } = MESSAGES[locale].office.checks
    expect(Object.keys(promises).toSorted()).toEqual(Object.keys(PROMISES).toSorted())
  }
})

test('after a look that found nothing everything holds, and the page says when', async () => {
  await watchInvariants(now())
  const { summary, invariants } = await look()
  expect(summary.tone).toBe('positive')
  expect(summary.text).toMatch(/^All rules hold, checked just now \(/)
  expect(invariants.map(({ id, breaches }) => [id, breaches])).toEqual(
    Object.keys(PROMISES).map((id) => [id, 0]),
  )
})

test('a breach is counted with its invariant, and named', async () => {
  const bank = await openBank()
  const bus = await anyBus()
  await buy(bank, [ride(bus, 'A', 'C')])
  await bank.stop()
  await oversell(bus)
  await watchInvariants(now())
  const { summary, invariants } = await look()
  expect(summary.tone).toBe('danger')
  const broken = invariants.find(({ id }) => id === 'I1')
  expect(broken?.breaches).toBeGreaterThan(0)
  expect(broken?.sentences[0]).toContain(bus)
})

test('“Check now” asks for a look once, with an entry in the audit', async () => {
  const before = (await listJobs([WATCH_EVERYTHING.name])).length
  const pressed = { as: owner, pattern: '/office/checks', intent: 'check' } as const
  expect(await act(action, pressed)).toMatchObject({
    status: 303,
    location: '/office/checks?asked',
  })
  expect(await listJobs([WATCH_EVERYTHING.name])).toHaveLength(before + 1)
})

test('a timetable that ends soon wants attention', async () => {
  await endTimetableIn(30)
  const { health } = await look()
  expect(health.find(({ key }) => key === 'timetable')?.tone).toBe('warning')
})

test('a database without trigrams wants attention, in either language', async () => {
  expect(await searchIn()).toMatchObject({ tone: 'positive', value: 'by any part of a word' })
  await withoutTrigrams(async () => {
    expect(await searchIn()).toMatchObject({ tone: 'warning' })
    expect((await searchIn())?.value).toContain('pg_trgm is missing')
    expect((await searchIn('/el'))?.value).toContain('pg_trgm')
  })
})

test('a standby that no sale waits for wants attention', async () => {
  expect((await rowOf('replication'))?.value).not.toContain('connected, and none')
  await besideStandby(async () => {
    expect(await rowOf('replication')).toMatchObject({ tone: 'warning' })
    expect((await rowOf('replication'))?.value).toContain('1 connected, and none is waited for')
  })
})

test('a cluster whose last standby was lost does not look like a server that never had one', async () => {
  const alone = { standbys: 0, names: '', waits: true }
  await noteReplication({ ...alone, standbys: 1, names: 'b' }, now().subtract({ minutes: 9 }))
  await noteReplication(alone, now().subtract({ minutes: 4 }))
  const { tone, value } = (await rowOf('replication')) ?? {}
  expect(tone).toBe('danger')
  expect(value).toContain('was lost 4 min ago')
})

test('a provider without a list of captures wants attention, since it cannot be asked for lost ones', async () => {
  expect(await rowOf('captures')).toMatchObject({ tone: 'positive' })
  const before = { ...env() }
  onTestFinished(() => void Object.assign(env(), before))
  Object.assign(env(), { PAYMENT_PROVIDER: 'jcc', JCC_USER: 'halcyon-api', JCC_PASSWORD: 'secret' })
  expect(await rowOf('captures')).toMatchObject({ tone: 'warning' })
  expect((await rowOf('captures'))?.value).toContain('jcc has no list of captures')
})

async function rowOf(name: string) {
  return (await look()).health.find(({ key }) => key === name)
}

async function searchIn(prefix = '') {
  return (await look(prefix)).health.find(({ key }) => key === 'search')
}

async function look(prefix = ''): Promise<ChecksView> {
  return (await openOffice<ChecksView>(loader, { as: owner, pattern: '/office/checks', prefix }))
    .shown
}
