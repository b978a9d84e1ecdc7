import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { LIMIT_MILLISECONDS } from '#test/fixtures/one-limit.ts'

/* A program of two processes, which the tests start, kill and end. */

const PROGRAM = 'test/fixtures/counting-cluster.ts'
const PATIENCE = { timeout: LIMIT_MILLISECONDS, interval: 20 }

let program: ReturnType<typeof startProgram>
beforeAll(() => {
  program = startProgram()
})
afterAll(() => void program.child.kill('SIGKILL'))

function startProgram(...told: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...told], {
    env: { ...process.env, WORKERS: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  /** The processes that said this, each with the rest of its line. */
  const heard = (word: string) =>
    [...said.matchAll(/^(\d+) (.+)$/gm)].flatMap(([, pid, line = '']) =>
      line.startsWith(word) ? [{ pid: Number(pid), rest: line.slice(word.length + 1) }] : [],
    )
  return { child, heard, isOver: once(child, 'exit') }
}

/** The processes that have counted, as soon as there are so many. */
async function counted(count: number) {
  await vi.waitFor(() => expect(program.heard('allowed')).toHaveLength(count), PATIENCE)
  return program.heard('allowed').map(({ pid, rest }) => ({ pid, allowed: Number.parseInt(rest) }))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('two processes of one program may try together what one of them may try', async () => {
  const processes = await counted(2)
  const [one, other] = processes.map(({ allowed }) => allowed)
  expect((one ?? 0) + (other ?? 0)).toBe(20)
  expect(program.heard('allowed').every(({ rest }) => rest.endsWith('the database'))).toBe(true)
})

test('a process that is killed is replaced, and the count survives it', async () => {
  const [first] = await counted(2)
  process.kill(first?.pid ?? 0, 'SIGKILL')
  const processes = await counted(3)
  expect(processes.at(-1)?.allowed).toBe(0)
})

test('a process that an operator ends is told to close, and is replaced', async () => {
  const [, , third] = await counted(3)
  process.kill(third?.pid ?? 0, 'SIGTERM')
  await counted(4)
  expect(program.heard('told to close')).toEqual([{ pid: third?.pid, rest: '0' }])
})

test('when the primary is killed, each process learns of it and ends', async () => {
  const [, second, , fourth] = await counted(4)
  const left = [second?.pid ?? 0, fourth?.pid ?? 0]
  program.child.kill('SIGKILL')
  await program.isOver
  await vi.waitFor(() => expect(left.filter(isAlive)).toEqual([]), PATIENCE)
  const outlived = program.heard('outlives').map(({ pid }) => pid)
  expect(new Set(outlived)).toEqual(new Set(left))
})

test('SIGTERM ends all processes, and then the program', async () => {
  program = startProgram()
  const all = (await counted(2)).map(({ pid }) => pid)
  program.child.kill('SIGTERM')
  expect(await program.isOver).toEqual([0, null])
  expect(all.filter(isAlive)).toEqual([])
  expect(program.heard('told to close')).toHaveLength(2)
})

test('a first process that an operator ends before it serves is replaced too', async () => {
  program = startProgram('first-leaves')
  const serving = (await counted(2)).map(({ pid }) => pid)
  const [first] = program.heard('told to close')
  expect(first?.rest).toBe('0')
  expect(serving).not.toContain(first?.pid)
  program.child.kill('SIGTERM')
  expect(await program.isOver).toEqual([0, null])
})

test('a visitor whose connection a killed process had not taken is not left waiting', async () => {
  program = startProgram()
  const [frozen] = await counted(2)
  const port = Number(program.heard('port')[0]?.rest)
  process.kill(frozen?.pid ?? 0, 'SIGSTOP')
  const visitors = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
  const areOver = visitors.map((visitor) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    visitor.on('error', () => {}).on('close', () => resolve())
    visitor.resume()
    return promise
  })
  // The other process answers all that the frozen one was not given.
  await Promise.race(areOver)
  process.kill(frozen?.pid ?? 0, 'SIGKILL')
  expect(await Promise.all(areOver)).toHaveLength(visitors.length)
  program.child.kill('SIGTERM')
  await program.isOver
})
