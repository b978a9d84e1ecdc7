import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'

import { until } from '#test/fixtures/until.ts'

import type { Rig } from './rig.ts'

/* Each part is killed in turn while people buy, and comes back as systemd or a cluster brings it back. */

export type Fault = {
  name: string
  /** Milliseconds since the first buyer came. */
  at: number
  /** Seconds without a ticket that this fault may bring. */
  most: number
}
type Step = Omit<Fault, 'at'> & { strike: (rig: Rig) => Promise<unknown> }

/** The budget of docs/scaling.md: after this many seconds tickets are sold again. */
const MOST_SECONDS = 10
/** For taking over, after the lease of a machine that is silent has run out. */
const SECONDS_TO_TAKE_OVER = 5

const STEPS: readonly Step[] = [
  { name: 'none', most: MOST_SECONDS, strike: async () => {} },
  { name: 'kill -9 a site', most: MOST_SECONDS, strike: (rig) => restart(rig, 0, 'SIGKILL') },
  { name: 'stop a site', most: MOST_SECONDS, strike: (rig) => restart(rig, 1, 'SIGTERM') },
  {
    name: 'kill -9 the jobs',
    most: MOST_SECONDS,
    strike: async (rig) => {
      await rig.end('jobs', 'SIGKILL')
      await pause(3000)
      await rig.startJobs()
    },
  },
  {
    name: 'kill -9 the pooler',
    most: MOST_SECONDS,
    strike: async (rig) => {
      await rig.kill('pooler')
      await pause(1000)
      rig.startPooler()
    },
  },
  {
    name: 'kill -9 the primary’s server',
    most: MOST_SECONDS,
    strike: async (rig) => {
      const name = await primaryOf(rig)
      const postmaster = rig.findPostmaster(name) ?? 0
      process.kill(postmaster, 'SIGKILL')
      await until('the database is whole', () => isWholeAgain(rig, name, postmaster))
    },
  },
  {
    name: 'lose the primary’s machine',
    most: readLease() + SECONDS_TO_TAKE_OVER,
    strike: loseMachine,
  },
]

/** Tickets that are seen after a part is back, before the next blow. */
const TICKETS_BETWEEN = 5

/** Strikes each part, and the next one when it is back and sells. Returns the moments of the blows. */
export async function strikeInTurn(rig: Rig, countSeen: () => number): Promise<Fault[]> {
  const began = performance.now()
  const faults: Fault[] = []
  for (const { name, most, strike } of STEPS) {
    faults.push({ name, most, at: performance.now() - began })
    await strike(rig)
    const before = countSeen()
    await until(`tickets are sold after: ${name}`, () => countSeen() >= before + TICKETS_BETWEEN)
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

/** Seconds for which a silent machine stays the primary; no other may take over before. */
function readLease(): number {
  const { bootstrap } = parse(readFileSync('deploy/patroni.yml', 'utf8')) as {
    bootstrap: { dcs: { ttl: number } }
  }
  return bootstrap.dcs.ttl
}
