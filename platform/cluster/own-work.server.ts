import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

export const LOOK_MILLISECONDS = 200

/**
 * The share of the time in which this thread is busy, measured from now for as long as a look
 * takes.
 */
export async function measureOwnWork(): Promise<number> {
  const before = performance.eventLoopUtilization()
  await pause(LOOK_MILLISECONDS)
  return performance.eventLoopUtilization(before).utilization
}
