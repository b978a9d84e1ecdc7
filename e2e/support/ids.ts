import { connect } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'

import type { Company } from './processes.ts'

/** The ids in the paths of one order. */
export type Ids = Record<'ticket' | 'manage' | 'payment' | 'mail' | 'booking' | 'receipt', string>

/** The ids of the order with this email address, once its email has arrived. */
export async function readIds(
  company: Company,
  { email, successUrl }: { email: string; successUrl: string },
): Promise<Ids> {
  const books = connect(company.databaseUrl, { patient: true })
  try {
    const payment = /[\da-z]{26}/.exec(new URL(successUrl).pathname)?.[0] ?? ''
    const row = await books
      .selectFrom('orders')
      .innerJoin('bookings', 'bookings.orderId', 'orders.orderId')
      .innerJoin('tickets', 'tickets.bookingId', 'bookings.bookingId')
      .innerJoin('receipts', 'receipts.orderId', 'orders.orderId')
      .select(['manageId', 'ticketId', 'bookings.bookingId', 'receipts.number', 'visitor'])
      .where('contactEmail', '=', email)
      .executeTakeFirstOrThrow()
    const mail = await until('the confirmation has come', async () => {
      const message = await books
        .selectFrom('mailboxMessages')
        .select('messageId')
        .where('visitor', '=', row.visitor)
        .executeTakeFirst()
      return message?.messageId
    })
    const receipt = `R-${String(row.number).padStart(6, '0')}`
    const { manageId: manage, ticketId: ticket, bookingId: booking } = row
    return { manage, ticket, booking, payment, receipt, mail }
  } finally {
    await books.destroy()
  }
}

/** Ids of the same form that belong to no order. */
export function nobodysIds(ids: Ids): Ids {
  return Object.fromEntries(Object.keys(ids).map((name) => [name, nobodysId(name)])) as Ids
}

function nobodysId(name: string): string {
  if (name === 'mail' || name === 'booking') return '00000000-0000-4000-8000-000000000000'
  return name === 'receipt' ? 'R-999999' : '0'.repeat(26)
}
