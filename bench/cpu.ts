import { existsSync, readFileSync } from 'node:fs'

import { listProcesses } from '#test/fixtures/process-table.ts'

const TICK_MILLISECONDS = 10

/** Milliseconds of CPU that a process has used, if the system reports it. */
export function cpuOf(pid: number): number {
  const [user = Number.NaN, system = Number.NaN] = timesOf(pid)
  return user + system
}

/** The same with all its children, including those that have ended. */
export function cpuOfFamily(pid: number): number {
  const children = listProcesses().filter(({ parent }) => parent === pid)
  const own = timesOf(pid).reduce((sum, time) => sum + time, 0)
  const theirs = children.map((child) => cpuOf(child.pid)).filter((time) => !Number.isNaN(time))
  return theirs.reduce((sum, time) => sum + time, own)
}

function timesOf(pid: number): number[] {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return []
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MILLISECONDS)
}
