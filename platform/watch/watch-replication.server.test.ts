import { expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'

import { acknowledgeAlert, listOpenAlerts } from './alerts.server.ts'
import { findStandbyLost, noteReplication } from './watch-replication.server.ts'

const SYNCHRONOUS = { standbys: 2, names: 'b', waits: true }
/** What Patroni leaves when the last standby is lost, and what a server without any looks like. */
const ALONE = { standbys: 0, names: '', waits: true }

test('a server that never had a standby raises no alert', async () => {
  await noteReplication(ALONE, now())
  expect(await listAlerts()).toEqual([])
  expect(await findStandbyLost()).toBeUndefined()
})

test('a cluster that loses its last standby raises one alert, which ends with the next standby', async () => {
  await noteReplication(SYNCHRONOUS, now())
  expect(await listAlerts()).toEqual([])
  const lostAt = now().add({ minutes: 5 })
  await noteReplication(ALONE, lostAt)
  await noteReplication(ALONE, lostAt.add({ minutes: 5 }))
  expect(await listAlerts()).toEqual([{ kind: 'no-synchronous-standby', times: 1 }])
  expect((await findStandbyLost())?.epochMilliseconds).toBe(lostAt.epochMilliseconds)

  await noteReplication(SYNCHRONOUS, lostAt.add({ minutes: 10 }))
  expect(await listAlerts()).toEqual([])
  expect(await findStandbyLost()).toBeUndefined()
})

test('a standby that is connected and not waited for is none, and an alert that was seen is not raised again', async () => {
  await noteReplication({ ...ALONE, standbys: 1 }, now())
  const [{ alertId } = { alertId: '' }] = await listOpenAlerts(10)
  const by = { kind: 'admin', name: 'maria' } as const
  await acknowledgeAlert({ alertId, by, now: now() })
  await noteReplication(ALONE, now())
  expect(await listAlerts()).toEqual([])
  expect(await findStandbyLost()).toBeDefined()
})

async function listAlerts() {
  return (await listOpenAlerts(10)).map(({ kind, times }) => ({ kind, times }))
}
