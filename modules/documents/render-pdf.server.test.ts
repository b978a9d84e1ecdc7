import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { LineFullError } from '#platform/turns.server.ts'
import { exampleReceipt, exampleTicket } from '#test/fixtures/example-views.ts'

import { pack, unpack } from './pdf/crossing.ts'
import { printReceipt, printTickets } from './pdf/documents.server.ts'
import { openPrinter, renderReceiptPdf, renderTicketPdf } from './render-pdf.server.ts'

const EXAMPLE = new URL('../../test/fixtures/pdf-printer.ts', import.meta.url)
const LIMITS = { maxWaiting: 3, milliseconds: 10_000, megabytes: 64 }

test('the worker prints the same bytes as this thread', async () => {
  const tickets = [exampleTicket(), exampleTicket({ locale: 'el' })]
  expect(await renderTicketPdf(tickets)).toEqual(await printTickets(tickets))
  expect(await renderReceiptPdf(exampleReceipt())).toEqual(await printReceipt(exampleReceipt()))
})

test('printing leaves the thread that answers visitors free', async () => {
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  await Promise.all(Array.from({ length: 10 }, () => renderTicketPdf([exampleTicket()])))
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(10)
})

test('instants survive the way to the other thread, and no text can be taken for one', () => {
  const ticket = exampleTicket({ groupLeader: '{"instant":"2026-01-01T00:00:00Z"}' })
  expect(unpack(pack({ print: 'tickets', tickets: [ticket] }))).toEqual({
    print: 'tickets',
    tickets: [ticket],
  })
})

test('each caller gets its own document, printed one after the other', async () => {
  const print = openExample()
  expect(await Promise.all(['α', 'β', 'γ'].map(print))).toEqual(['α', 'β', 'γ'])
})

test('a document that cannot be printed does not affect the others', async () => {
  const print = openExample()
  const [bad, good] = await Promise.allSettled(['fail', 'good'].map(print))
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: /no answer to that/ } })
  expect(good).toMatchObject({ status: 'fulfilled', value: 'good' })
})

test('a worker that dies loses only its document; the next one has a new worker', async () => {
  const print = openExample()
  const [lost, next] = await Promise.allSettled(['die', 'next'].map(print))
  expect(lost).toMatchObject({ status: 'rejected', reason: { message: /exited with code: 3/ } })
  expect(next).toMatchObject({ status: 'fulfilled', value: 'next' })
  expect(await print('later')).toBe('later')
})

test('a worker that hangs is abandoned, and the next document has its full time', async () => {
  const print = openExample({ ...LIMITS, milliseconds: 1500 })
  const [silent, next] = await Promise.allSettled(['hang', 'next'].map(print))
  expect(silent).toMatchObject({
    status: 'rejected',
    reason: { name: 'AbortError', cause: { name: 'TimeoutError' } },
  })
  expect(next).toMatchObject({ status: 'fulfilled', value: 'next' })
})

test('a document is refused straight away when too many are waiting', async () => {
  const print = openExample()
  const waiting = ['1 at work', '2', '3', '4'].map(print)
  await expect(print('5')).rejects.toBeInstanceOf(LineFullError)
  expect(await Promise.all(waiting)).toHaveLength(4)
  expect(await print('6')).toBe('6')
})

test('an idle worker does not keep a finished program alive', async () => {
  const program = `
    import { openPrinter } from '#modules/documents/render-pdf.server.ts'
    const file = new URL(${JSON.stringify(EXAMPLE.href)})
    const bytes = await openPrinter(file, ${JSON.stringify(LIMITS)})('printed')
    console.log(new TextDecoder().decode(bytes))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
  expect(stdout.trim()).toBe('printed')
})

function openExample(limits = LIMITS) {
  const print = openPrinter(EXAMPLE, limits)
  return async (text: string) => new TextDecoder().decode(await print(text))
}
