import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { findCommand } from './admin/commands.ts'

const simulation = openSimulation()
const SIGNED = ['--by', 'maria', '--reason', 'told so by the bank']

test('keys of tickets are listed, renewed and retired', async () => {
  expect((await admin('ticket-key', 'list')).stdout).toMatch(
    /^1 {2}signs from 2026-12-02 09:00; its codes count until 2028-12-01 09:00\n$/,
  )
  expect((await admin('ticket-key', 'renew', ...SIGNED)).status).toBe(0)
  expect((await admin('ticket-key', 'retire', '1', ...SIGNED)).status).toBe(0)
  expect((await admin('ticket-key', 'list')).stdout).toMatch(/^2 {2}signs from .*\n$/)
  expect(await admin('ticket-key', 'retire', '1', ...SIGNED)).toMatchObject({
    status: 1,
    stderr: 'Nothing was done: there is no such key.\n',
  })
})

test('captures that the database does not know are listed, and recovered', async () => {
  const day = dateInCyprus(now()).toString()
  const none = {
    status: 0,
    stdout: expect.stringContaining(`sandbox: 0 unknown captures since ${day}.`),
  }
  expect(await admin('payment', 'unknown', day)).toMatchObject(none)
  expect(await admin('payment', 'recover', day, ...SIGNED)).toMatchObject(none)
  expect(await admin('payment', 'unknown', '2024-01-01')).toMatchObject({
    status: 1,
    stderr: 'Nothing was done: ask about at most 366 days.\n',
  })
})

test('a guest is exported, erased after the last ride, and erased again after a restore', async () => {
  const contact = { name: 'Gregory Guest', email: 'gregory@example.com' }
  await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')], { contact })
  const { stdout } = await admin('person', 'export', 'Gregory@example.com')
  expect(JSON.parse(stdout)).toMatchObject({ orders: [{ contactName: contact.name }] })

  const erase = ['person', 'erase', 'Gregory@example.com', ...SIGNED]
  expect(await admin(...erase)).toMatchObject({
    status: 1,
    stderr: 'Nothing was done: a journey is still to come; cancel it, or wait until it has left.\n',
  })
  shiftClock({ hours: 72 })
  expect((await admin(...erase)).stdout).toBe(
    'Erased from 1 bookings, and from all that was written.\n',
  )
  expect((await admin('person', 'replay')).stdout).toBe('Erased again: 0.\n')
})

test.each([
  [['payment', 'unknown', 'tomorrow']],
  [['payment', 'recover', '2026-12-03']],
  [['payment', 'recover', '2026-12-03', '--by', 'maria', '--reason', ' ']],
  [['payment', 'accept', '2026-12-03', ...SIGNED]],
  [['ticket-key', 'retire', 'all', ...SIGNED]],
  [['person', 'erase', 'anna@example.com']],
  [['person', 'erase', 'anna', ...SIGNED]],
  [[]],
])('%o is not a command', (words) => {
  expect(findCommand(words)).toBeUndefined()
})

test('the program runs a valid command, and explains the usage of an invalid one', async () => {
  const understood = await start('ticket-key', 'list')
  expect(understood).toMatchObject({ status: 0, stdout: expect.stringContaining('signs from') })
  expect(await start('payment', 'recover', '2026-12-03')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('payment recover <date> --by <name>'),
  })
})

/** Asynchronous, since the bank in this process must keep answering. */
function start(...words: string[]) {
  const script = join(import.meta.dirname, 'admin.ts')
  const ended = Promise.withResolvers<{ status: number; stdout: string; stderr: string }>()
  execFile(process.execPath, [script, ...words], (error, stdout, stderr) =>
    ended.resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
  )
  return ended.promise
}

/** Runs a command in this process, since a new one is slow to start, and returns its output. */
async function admin(...words: string[]) {
  using out = vi.spyOn(console, 'log').mockImplementation(() => {})
  using err = vi.spyOn(console, 'error').mockImplementation(() => {})
  const status = await findCommand(words)?.()
  const [stdout = '', stderr = ''] = [out, err].map((spy) =>
    spy.mock.calls.map(([line]) => `${String(line)}\n`).join(''),
  )
  return { status, stdout, stderr }
}
