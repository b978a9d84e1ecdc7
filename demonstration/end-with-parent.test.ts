import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { until } from '#test/fixtures/until.ts'

const MODULE = JSON.stringify(join(import.meta.dirname, 'end-with-parent.ts'))
const CHILD = `
  const { endWithParent } = await import(${MODULE})
  endWithParent()
  process.send('ready')
  setInterval(() => {}, 1000)`
const PARENT = `
  const { spawn } = await import('node:child_process')
  const { STDIO_WITH_CHANNEL } = await import(${MODULE})
  const args = ['--input-type=module', '-e', ${JSON.stringify(CHILD)}]
  const child = spawn(process.execPath, args, { stdio: [...STDIO_WITH_CHANNEL] })
  child.once('message', () => console.log(child.pid))`

test('a program ends with its parent, even if that is killed', async () => {
  const args = ['--input-type=module', '-e', PARENT]
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = Number(said.toString())
  expect(isAlive(child)).toBe(true)
  parent.kill('SIGKILL')
  await until('the child has ended', async () => !isAlive(child))
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
