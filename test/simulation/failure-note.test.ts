import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { describeFailure, describeFault, keepNote } from './failure-note.ts'
import type { Plan } from './travel.ts'

const PLAN: Plan = {
  night: '2027-02-01T00:00Z',
  hoursBefore: 3,
  alreadyBought: true,
  rounds: [['press pay', 'come back'], ['an answer is lost']],
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halcyon-notes-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a note contains the fault, the cause of its cause, its properties, and the whole plan', async () => {
  const innermost = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  const fault = new Error('no answer', {
    cause: new TypeError('fetch failed', { cause: innermost }),
  })
  const file = await keepNote('7 shortest', describeFailure(fault, PLAN), folder)

  const text = await readFile(file, 'utf8')
  for (const part of [
    'no answer',
    'fetch failed',
    'other side closed',
    'UND_ERR_SOCKET',
    'failure-note.test.ts',
    '  press pay + come back\n  an answer is lost',
    JSON.stringify(PLAN),
  ]) {
    expect(text).toContain(part)
  }
})

test('an unanswered call states its reason', async () => {
  const fault: unknown = await fetch('http://127.0.0.1:1').catch((error: unknown) => error)
  expect(describeFault(fault)).toMatch(/fetch failed[^]*cause[^]*ECONNREFUSED|bad port/)
})

test('a long text is kept in full', () => {
  const breaches = 'These promises are broken:\n'.repeat(2000)
  expect(describeFault(new Error(breaches))).toContain(breaches)
})
