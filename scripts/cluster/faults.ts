import { setTimeout as pause } from 'node:timers/promises'

import { until } from '#e2e/support/until.ts'

import type { Rig } from './rig.ts'

/* Each part is killed in turn while people buy, and comes back as systemd or a cluster brings it back. */

export type Fault = { name: string; at: number }
type Step = { name: string; strike: (rig: Rig) => Promise<unknown> }

const STEPS: readonly Step[] = [
  { name: 'none', strike: async () => {} },
  { name: 'kill -9 a site', strike: (rig) => restart(rig, 0, 'SIGKILL') },
  { name: 'stop a site', strike: (rig) => restart(rig, 1, 'SIGTERM') },
  {
    name: 'kill -9 the jobs',
    strike: async (rig) => {
      await rig.end('jobs', 'SIGKILL')
      await pause(3000)
      await rig.startJobs()
    },
  },
  {
    name: 'kill -9 the pooler',
    strike: async (rig) => {
      await rig.kill('pooler')
      await pause(1000)
      rig.startPooler()
    },
  },
  {
    name: 'kill -9 the primary’s server',
    strike: async (rig) => {
      const name = await primaryOf(rig)
      const postmaster = rig.findPostmaster(name) ?? 0
      process.kill(postmaster, 'SIGKILL')
      await until('the database is whole', () => isWholeAgain(rig, name, postmaster), 120)
    },
  },
  { name: 'lose the primary’s machine', strike: loseMachine },
]

/** Tickets that are seen after a part is back, before the next blow. */
const TICKETS_BETWEEN = 5

/** Strikes each part, and the next one when it is back and sells. Returns the moments of the blows. */
export async function strikeInTurn(rig: Rig, countSeen: () => number): Promise<Fault[]> {
  const began = performance.now()
  const faults: Fault[] = []
  for (const { name, strike } of STEPS) {
    faults.push({ name, at: performance.now() - began })
    await strike(rig)
    const before = countSeen()
    await until(
      `tickets are sold after: ${name}`,
      () => countSeen() >= before + TICKETS_BETWEEN,
      180,
    )
  }
  return faults
}

async function restart(rig: Rig, place: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await rig.end(`site-${place}`, signal)
  await pause(1000)
  await rig.startSite(place)
}

/** The database and its Patroni vanish together, so that the others learn of it by silence alone. */
async function loseMachine(rig: Rig): Promise<void> {
  const name = await primaryOf(rig)
  const postmaster = rig.findPostmaster(name) ?? 0
  await rig.kill(`database-${name}`)
  process.kill(postmaster, 'SIGKILL')
  await until('another is the primary', async () => {
    const primary = await rig.findPrimary()
    return primary && primary !== name
  })
}

/** Patroni tells its state some seconds late, so a server that runs as before does not count. */
async function isWholeAgain(rig: Rig, name: string, postmaster: number): Promise<boolean> {
  const isOther = (await rig.findPrimary()) !== name
  const isNew = rig.findPostmaster(name) !== postmaster
  return (isOther || isNew) && (await rig.isComplete())
}

function primaryOf(rig: Rig): Promise<string> {
  return until('there is a primary', () => rig.findPrimary())
}
