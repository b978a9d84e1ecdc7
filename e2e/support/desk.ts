import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Company } from './processes.ts'

const run = promisify(execFile)

/**
 * What is typed at the desk when a coach has broken down; gives what the desk answers. Nothing else
 * stands still meanwhile: a site closes connections that are idle for long, and one has to hear of it.
 */
export async function cancelDeparture({ settings }: Company, departureId: string): Promise<string> {
  const words = ['departure', 'cancel', departureId, '--by', 'nina', '--reason', 'broken down']
  const { NODE_ENV: _env, MODE: _mode, VITEST: _vitest, ...outside } = process.env
  const env = { ...outside, ...settings }
  const { stdout } = await run(process.execPath, ['scripts/admin.ts', ...words], { env })
  return stdout
}
