import process from 'node:process'

import type { CrashPoint } from './crash-points.ts'
import { env } from './settings/env.server.ts'

/** Kills the program here, as `kill -9` does, if CRASH_AT names this place; live mode refuses that. */
export function crashPoint(name: CrashPoint): void {
  if (env().CRASH_AT === name) process.kill(process.pid, 'SIGKILL')
}
