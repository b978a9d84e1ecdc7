import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { AS_A_BROWSER } from '#e2e/support/as-sent.ts'

import { machineNow, median, print, say } from './table.ts'

const STARTS = 3
const MAX_SECONDS = 3

/**
 * P8: from `npm start` to the first page, with all prepared except that the database is not
 * running.
 */
export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-start-'))
  chmodSync(folder, 0o755)
  await startOnce(folder) // creates the database
  const seconds: number[] = []
  for (let place = 0; place < STARTS; place++) seconds.push(await startOnce(folder))
  rmSync(folder, { recursive: true })

  say(`P8: npm start to the first answer, median of ${STARTS} (${machineNow()})`)
  const all = seconds.map((one) => one.toFixed(2)).join(' ')
  print('seconds', median(seconds).toFixed(2), `of ${MAX_SECONDS}`, `(${all})`)
}

async function startOnce(folder: string): Promise<number> {
  const { NODE_ENV: _env, DATABASE_URL: _url, DATABASE_OWNER_URL: _owner, ...outside } = process.env
  const env = { ...outside, DATA_DIR: join(folder, 'data'), PORT: '0' }
  const began = performance.now()
  // In its own process group, as in a terminal, so that npm and the site are stopped together.
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  const child = spawn('npm', ['start'], { env, stdio, detached: true })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  let url: string | undefined
  while (!url && child.exitCode === null) {
    await pause(5)
    url = /open at (\S+)/.exec(said)?.[1]
  }
  if (!url) throw new Error(`npm start ended: ${said}`)
  const answer = await fetch(url, { headers: AS_A_BROWSER })
  await answer.arrayBuffer()
  const seconds = (performance.now() - began) / 1000
  process.kill(-(child.pid ?? 0), 'SIGINT')
  if (child.exitCode === null) await once(child, 'exit')
  return seconds
}
