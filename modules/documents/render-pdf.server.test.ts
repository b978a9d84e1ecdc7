import { expect, test } from 'vitest'

import { operator } from '#operator'
import { exampleReceipt, exampleTicket } from '#test/fixtures/example-views.ts'

import { pack, unpack } from './pdf/crossing.ts'
import { printReceipt, printTickets } from './pdf/documents.server.ts'
import { renderReceiptPdf, renderTicketPdf } from './render-pdf.server.ts'

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
  const job = { print: 'tickets', company: operator, tickets: [ticket] } as const
  expect(unpack(pack(job))).toEqual(job)
})
