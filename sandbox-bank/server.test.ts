import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { BANK_KEY, BANK_SECRET, speakTo } from '#test/fixtures/bank.ts'

import { TEST_CARDS } from './cards.ts'

const BANK = join(import.meta.dirname, 'server.ts')
const folder = mkdtempSync(join(tmpdir(), 'sandbox-bank-'))
let printed = ''
let bank: ChildProcess
afterAll(async () => {
  await kill()
  rmSync(folder, { recursive: true })
})

test('killed at any moment, the bank keeps its records, and stored no card number', async () => {
  const before = speakTo(await start(), 'http://localhost:9')
  const orders = []
  for (const { number } of TEST_CARDS) {
    const order = await before.openOrder()
    await before.payWith(order, number)
    orders.push(order)
  }
  const refused = await before.openOrder()
  await before.payWith(refused, '4242 4242 4242 4242')
  await before.payWith(refused, '4242424242424242')
  const known = await Promise.all(orders.map(({ id }) => before.look(id)))
  await kill()

  const after = speakTo(await start(), 'http://localhost:9')
  const again = await Promise.all(orders.map(({ id }) => after.look(id)))
  // Port and address differ; everything else is unchanged.
  expect(again).toEqual(known.map((answer) => ({ ...answer, url: expect.any(String) as string })))
  expect(again.filter(({ status }) => status === 'paid')).toHaveLength(3)

  const written = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'))
  const everything = written.join('') + printed
  expect(everything).toContain(refused.id)
  for (const number of [...TEST_CARDS.map((card) => card.number), '4242424242424242']) {
    expect(everything).not.toContain(number)
    expect(everything).not.toContain(number.replaceAll(/(\d{4})(?=\d)/g, '$1 '))
  }
  expect(everything).not.toContain('Test Traveller')
})

test('a bank that takes no real money refuses to start in live mode', () => {
  const { status, stderr } = spawnSync(process.execPath, [BANK], {
    env: { ...process.env, MODE: 'live', BANK_PORT: '0', DATA_DIR: folder },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('MODE')
})

/** Starts the bank as a program of its own; its address is the first line it prints. */
async function start(): Promise<string> {
  bank = spawn(process.execPath, [BANK], {
    env: { ...process.env, BANK_PORT: '0', DATA_DIR: folder, BANK_KEY, BANK_SECRET },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  bank.stdout?.on('data', (chunk: Buffer) => (printed += String(chunk)))
  bank.stderr?.on('data', (chunk: Buffer) => (printed += String(chunk)))
  const [line] = (await once(bank.stdout ?? bank, 'data')) as [Buffer]
  return (JSON.parse(String(line)) as { url: string }).url
}

async function kill(): Promise<void> {
  if (bank.exitCode !== null || bank.signalCode !== null) return
  bank.kill('SIGKILL')
  await once(bank, 'exit')
}
