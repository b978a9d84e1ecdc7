import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

const simulation = openSimulation()

test('the output says for every invariant whether it was checked and whether it holds', async () => {
  await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  const { status, lines } = await invariants()
  expect(status).toBe(0)
  expect(lines.slice(0, -1).map((line) => line.split(':')[0])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 27].map(
      (number) => {
        const id = `I${number}`.padEnd(4)
        return number === 4 ? `${id} not asked (--ask-provider)` : `${id} holds`
      },
    ),
  )
  expect(lines.at(-1)).toBe('All that was asked holds.')
})

test('with the option the provider is asked; a breach is named, and the command fails', async () => {
  await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  expect((await invariants('--ask-provider')).lines).toContainEqual(
    expect.stringMatching(/^I4 +holds/),
  )
  await db.updateTable('payments').set({ refundedCents: 1 }).execute()
  const { status, lines, stderr } = await invariants('--ask-provider')
  expect(status).toBe(1)
  expect(lines).toContainEqual(expect.stringMatching(/^I4 +BROKEN, 2 times/))
  expect(stderr).toMatch(/^I4: payment \w+: 1800 captured and 1 given back/m)
  await db.updateTable('payments').set({ refundedCents: 0 }).execute()
})

test('a provider without a list of captures is named, instead of everything being said to hold', async () => {
  const jcc = { PAYMENT_PROVIDER: 'jcc', JCC_USER: 'shuttle-api', JCC_PASSWORD: 'h3Vb9xQz0LmT7kRw' }
  Object.assign(process.env, jcc, { JCC_CALLBACK_TOKEN: 'h3Vb9xQz0LmT7kRw' })
  const { status, lines } = await invariants('--ask-provider')
  expect(status).toBe(0)
  expect(lines).toContainEqual(expect.stringMatching(/^I4 +holds as far as jcc can be asked/))
  expect(lines).toContain('jcc has no list of captures: look for lost money in its portal.')
  expect(lines.at(-1)).toBe('All that was asked holds.')
})

/** Runs the command as people do, beside a bank that keeps answering. */
function invariants(...options: string[]) {
  const script = join(import.meta.dirname, 'invariants.ts')
  const env = { ...process.env, BANK_URL: simulation.bank.line.origin }
  const ended = Promise.withResolvers<{ status: number; lines: string[]; stderr: string }>()
  execFile(process.execPath, [script, ...options], { env }, (error, stdout, stderr) =>
    ended.resolve({ status: Number(error?.code ?? 0), lines: stdout.trim().split('\n'), stderr }),
  )
  return ended.promise
}
