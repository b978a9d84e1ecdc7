import type { MetricObjectWithValues, MetricValue } from 'prom-client'

import type { Count } from '#platform/requests/count.ts'

/** Facts that a process needs before it can serve: the parts that the primary has started. */
export type Surroundings = { database: DatabaseAddresses; bankOrigin: string | undefined }

/** The address of the site's database, which may be a pooler's, and the same past any pooler. */
export type DatabaseAddresses = { url: string; directUrl: string }

export type Metric = MetricObjectWithValues<MetricValue<string>>

/** Messages from the primary process to one that serves pages. */
export type Order =
  | { order: 'begin'; surroundings: Surroundings }
  /**
   * The port stays open for these seconds; then requests under way get their responses. A second order,
   * with 0, ends a wait that the first began.
   */
  | { order: 'close'; seconds: number }
  | { order: 'counted'; number: number; isFine: boolean }
  | { order: 'tell-metrics' | 'tell-work'; number: number }

/** Messages from a process that serves pages to its primary. */
export type Report =
  | { report: 'started' }
  /** An operator, not the primary, has told it to end. */
  | { report: 'leaving' }
  | { report: 'count' | 'uncount'; number: number; count: Count }
  | { report: 'metrics'; number: number; metrics: Metric[] }
  /** The share of the time in which its thread was busy. */
  | { report: 'worked'; number: number; share: number }

/** How a program that serves pages ends. */
export type Leaving = {
  /** Seconds until the port closes; proxies notice meanwhile that nobody should be sent here. */
  seconds: number
  /** Ends that wait early. */
  hurry: AbortSignal
}
