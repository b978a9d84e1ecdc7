import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { openVisitorsFirst } from './visitors-first.server.ts'

/** A thread whose looks have these results, in turn, and last as long as real ones. */
function openThread(results: number[]) {
  const thread = { milliseconds: 0, looks: 0 }
  const visitorsFirst = openVisitorsFirst({
    clock: () => thread.milliseconds,
    async look() {
      thread.looks += 1
      thread.milliseconds += 200
      return results.shift() ?? 1
    },
  })
  return { thread, visitorsFirst }
}

test('a job waits until the thread has time to spare', async () => {
  const { thread, visitorsFirst } = openThread([1, 0.93, 0.8, 0.79])
  await visitorsFirst()
  expect(thread.looks).toBe(4)
})

test('jobs go on without a look for a second after a calm one', async () => {
  const { thread, visitorsFirst } = openThread([0.1, 0.2])
  await visitorsFirst()
  thread.milliseconds += 999
  await visitorsFirst()
  expect(thread.looks).toBe(1)
  thread.milliseconds += 1
  await visitorsFirst()
  expect(thread.looks).toBe(2)
})

test('no job waits longer than three seconds, however long a crowd stays', async () => {
  const { thread, visitorsFirst } = openThread([])
  await visitorsFirst()
  expect(thread.milliseconds).toBe(3000)
})

test('under a steady load, jobs still go on for a second after three', async () => {
  const { thread, visitorsFirst } = openThread([])
  await visitorsFirst()
  thread.milliseconds += 999
  await visitorsFirst()
  expect(thread.milliseconds).toBe(3999)
})

test.each([
  ['yes', 'the crowd has no time for questions'],
  ['no', 'the crowd answers'],
])(
  'a job in a process of its own waits for a crowd in another (silent: %s)',
  async (SILENT, is) => {
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-'))
    const program = spawn(process.execPath, ['test/fixtures/busy-cluster.ts'], {
      env: { ...process.env, CROWD_GOES: join(folder, 'goes'), SILENT },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    program.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await once(program, 'close')
    rmSync(folder, { recursive: true })
    expect(said).toBe(`${is}\nthe job begins\n`)
  },
)
