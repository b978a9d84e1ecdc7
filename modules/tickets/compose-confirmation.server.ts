import { makeCalendar } from './calendar.ts'
import { type ConfirmedOrder, confirmationMail } from './mails/confirmation.ts'
import type { MailText } from './mails/letter.ts'
import { renderReceiptPdf, renderTicketPdf } from './render-pdf.server.ts'
import { receiptNumber } from './ticket.ts'
import { ticketWords } from './words/words.ts'

export type MailContent = MailText & {
  attachments: { fileName: string; contentType: string; content: Uint8Array | string }[]
}

/**
 * The confirmation with all that hangs on it: the tickets as one PDF, the rides for a calendar,
 * and the receipt. Composed again, it is the same to the byte.
 */
export async function composeConfirmation(order: ConfirmedOrder): Promise<MailContent> {
  const { tickets, receipt } = order
  const words = ticketWords(receipt.locale)
  const { ticketsFile, receiptFile } = words.mail.confirmation
  const named = (name: string, ending: string) => `halcyon-${name}-${receipt.reference}.${ending}`
  const [ticketPdf, receiptPdf] = [await renderTicketPdf(tickets), await renderReceiptPdf(receipt)]
  return {
    ...confirmationMail(order),
    attachments: [
      {
        fileName: named(ticketsFile, 'pdf'),
        contentType: 'application/pdf',
        content: ticketPdf,
      },
      {
        fileName: named(words.calendar.fileName, 'ics'),
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: makeCalendar(tickets),
      },
      {
        fileName: `halcyon-${receiptFile}-${receiptNumber(receipt)}.pdf`,
        contentType: 'application/pdf',
        content: receiptPdf,
      },
    ],
  }
}
