import { spawnSync } from 'node:child_process'

import type { Company } from './processes.ts'

/** What is typed at the desk when a coach has broken down; gives what the desk answers. */
export function cancelDeparture({ settings }: Company, departureId: string): string {
  const words = ['departure', 'cancel', departureId, '--by', 'nina', '--reason', 'broken down']
  const { NODE_ENV: _env, MODE: _mode, VITEST: _vitest, ...outside } = process.env
  const env = { ...outside, ...settings }
  const done = spawnSync(process.execPath, ['scripts/desk.ts', ...words], { env, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`the desk ended with ${done.status}: ${done.stderr}`)
  return done.stdout
}
