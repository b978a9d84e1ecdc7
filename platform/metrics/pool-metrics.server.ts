import type { Pool } from 'pg'
import { Gauge } from 'prom-client'

import { metrics } from './metrics.server.ts'

export type PoolName = 'accounts' | 'office' | 'site' | 'staff'

const pools = new Map<PoolName, Pool>()

/** Adds this pool to the metrics, in place of an earlier one of the same name. */
export function watchPool(name: PoolName, pool: Pool): Pool {
  pools.set(name, pool)
  return pool
}

const connections = new Gauge({
  name: 'halcyon_pool_connections',
  help: 'Connections to the database, by pool; those that are not idle are in use',
  labelNames: ['pool', 'state'],
  registers: [metrics],
  collect() {
    for (const [pool, { totalCount, idleCount }] of pools) {
      connections.set({ pool, state: 'used' }, totalCount - idleCount)
      connections.set({ pool, state: 'idle' }, idleCount)
    }
  },
})

const waiting = new Gauge({
  name: 'halcyon_pool_waiting',
  help: 'Work that waits for a free connection, by pool',
  labelNames: ['pool'],
  registers: [metrics],
  collect() {
    for (const [pool, { waitingCount }] of pools) waiting.set({ pool }, waitingCount)
  },
})
