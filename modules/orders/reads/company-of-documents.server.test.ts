import { afterEach, beforeEach, expect, test } from 'vitest'

import { saveCompany } from '#modules/company/company-editions.server.ts'
import { fieldsOf } from '#modules/company/company-fields.ts'
import { renderReceiptPdf } from '#modules/documents/render-pdf.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import { adoptCompany, operator } from '#operator'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { forgetCompany } from '#test/fixtures/new-company.ts'
import { openReader } from '#test/fixtures/pdf-reader.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { listDocuments } from './find-documents.server.ts'

const simulation = openSimulation()
const { read } = openReader()
beforeEach(forgetCompany)
afterEach(() => adoptCompany(operator))

test('a receipt names the company as it was when it was issued, and a later credit note as it is by then', async () => {
  const { manageId, orderId, leaving } = await bought()
  await rename('Kingfisher Lines Ltd')
  const shownRefund = cents(1700)
  expect(await cancel({ manageId, leaving, shownRefund, now: now() })).toMatchObject({ ok: true })
  const [receipt, note] = await listDocuments(orderId, 'en')
  if (!receipt || !note) throw new Error('a document is missing')
  const [before = ''] = await read(await renderReceiptPdf(receipt))
  expect(before).toContain(operator.legalName)
  expect(before).not.toContain('Kingfisher')
  const [after = ''] = await read(await renderReceiptPdf(note))
  expect(after).toContain('Kingfisher Lines Ltd')
  expect(after).not.toContain(operator.legalName)
})

test('a receipt from before the editions names the first one', async () => {
  const { orderId } = await bought()
  await rename('Kingfisher Lines Ltd')
  await asOwner((owner) => owner.updateTable('receipts').set({ companyEdition: null }).execute())
  expect(await listDocuments(orderId, 'en')).toMatchObject([{ company: operator }])
})

async function bought() {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const { manageId } = await findOrderRow(orderId)
  const bookings = await listBookings(db, orderId)
  return {
    orderId,
    manageId,
    leaving: bookings.map(({ bookingId }) => ({ bookingId, staying: null })),
  }
}

async function rename(legalName: string) {
  const typed = { ...fieldsOf(operator), legalName }
  const by = { kind: 'admin', name: 'maria' } as const
  expect(await saveCompany({ typed, base: 1, by, now: now() })).toMatchObject({ ok: true })
}
