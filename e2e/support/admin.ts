import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Company } from './processes.ts'

const run = promisify(execFile)

/**
 * Runs the admin command for a coach that has broken down, and returns its output. It runs
 * asynchronously: the site closes idle connections, and this process must notice.
 */
export async function cancelDeparture({ settings }: Company, departureId: string): Promise<string> {
  const words = ['departure', 'cancel', departureId, '--by', 'nina', '--reason', 'broken down']
  const { NODE_ENV: _env, MODE: _mode, VITEST: _vitest, ...outside } = process.env
  const env = { ...outside, ...settings }
  const { stdout } = await run(process.execPath, ['scripts/admin.ts', ...words], { env })
  return stdout
}
