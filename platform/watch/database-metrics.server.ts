import { Gauge, type GaugeConfiguration } from 'prom-client'

import { withOfficeConnections } from '#platform/connection/office-connections.server.ts'
import { countQueues } from '#platform/jobs/count-jobs.server.ts'
import { log } from '#platform/log.server.ts'
import { metrics } from '#platform/metrics/metrics.server.ts'

import { ALERT_KINDS } from './alert-kinds.ts'
import { countOpenAlerts } from './alerts.server.ts'

/*
 * Metrics that are asked of the database when they are read. All processes would tell the same, so of
 * several one asks: the first, for which no visitor waits. While the database cannot be reached, they are absent.
 */

type Facts = {
  queues: Awaited<ReturnType<typeof countQueues>>
  alerts: Awaited<ReturnType<typeof countOpenAlerts>>
}

let asked: Promise<Facts | undefined> | undefined

/** Asks once for all metrics that are read at the same moment. */
function askOnce(): Promise<Facts | undefined> {
  return (asked ??= ask().finally(() => {
    asked = undefined
  }))
}

/** On other connections than pages have: when those are short, their shortage must be told. */
async function ask(): Promise<Facts | undefined> {
  try {
    return await withOfficeConnections(async () => {
      const [queues, alerts] = await Promise.all([countQueues(), countOpenAlerts()])
      return { queues, alerts }
    })
  } catch (error) {
    log.warn({ err: error }, 'The database cannot be asked for metrics')
    return undefined
  }
}

const BY_QUEUE = {
  labelNames: ['queue'],
  registers: [metrics],
} satisfies Partial<GaugeConfiguration<'queue'>>

/** Called once, by the one process that asks. */
export function measureDatabase(): void {
  const isUp = new Gauge({
    name: 'halcyon_database_up',
    help: '1 if the database has answered the questions of these metrics, otherwise 0',
    registers: [metrics],
    async collect() {
      isUp.set((await askOnce()) ? 1 : 0)
    },
  })

  const jobsWaiting = new Gauge({
    ...BY_QUEUE,
    name: 'halcyon_jobs_waiting',
    help: 'Jobs whose time has come and that nobody does yet, by queue',
    async collect() {
      const facts = await askOnce()
      jobsWaiting.reset()
      for (const { queue, waiting } of facts?.queues ?? []) jobsWaiting.set({ queue }, waiting)
    },
  })

  const jobAge = new Gauge({
    ...BY_QUEUE,
    name: 'halcyon_jobs_oldest_seconds',
    help: 'Seconds since the time of the job that has waited longest, by queue',
    async collect() {
      const facts = await askOnce()
      jobAge.reset()
      for (const { queue, oldestSeconds } of facts?.queues ?? []) {
        jobAge.set({ queue }, oldestSeconds)
      }
    },
  })

  const jobsParked = new Gauge({
    ...BY_QUEUE,
    name: 'halcyon_jobs_parked',
    help: 'Jobs whose last attempt failed in the last seven days, by queue',
    async collect() {
      const facts = await askOnce()
      jobsParked.reset()
      for (const { queue, parked } of facts?.queues ?? []) jobsParked.set({ queue }, parked)
    },
  })

  const alertsOpen = new Gauge({
    name: 'halcyon_alerts_open',
    help: 'Matters that wait for a person, by kind of alert',
    labelNames: ['alert'],
    registers: [metrics],
    async collect() {
      const facts = await askOnce()
      alertsOpen.reset()
      if (!facts) return
      for (const alert of ALERT_KINDS) alertsOpen.set({ alert }, facts.alerts.get(alert) ?? 0)
    },
  })
}
