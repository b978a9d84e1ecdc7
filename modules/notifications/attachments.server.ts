import { makeCalendar, makeCancellation } from '#modules/documents/calendar.ts'
import { renderReceiptPdf, renderTicketPdf } from '#modules/documents/render-pdf.server.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { receiptNumber, type ReceiptView, type TicketView } from '#modules/tickets/ticket.ts'
import type { Locale } from '#platform/locale.ts'

export type Attachment = { fileName: string; contentType: string; content: Uint8Array | string }

/** The tickets as one PDF; empty without tickets. */
export async function ticketsFile(tickets: readonly TicketView[]): Promise<Attachment[]> {
  const [first] = tickets
  if (!first) return []
  const { files } = letterWords(first.locale)
  const content = await renderTicketPdf(tickets)
  return [{ fileName: named(files.tickets, first, 'pdf'), contentType: 'application/pdf', content }]
}

/** The rides as calendar entries, which replace earlier versions; empty without tickets. */
export function calendarFile(tickets: readonly TicketView[]): Attachment[] {
  const [first] = tickets
  if (!first) return []
  const { files } = letterWords(first.locale)
  const contentType = 'text/calendar; charset=utf-8; method=PUBLISH'
  const content = makeCalendar(tickets)
  return [{ fileName: named(files.calendar, first, 'ics'), contentType, content }]
}

/** Removes these rides from a calendar; empty without tickets. */
export function cancellationFile(
  tickets: readonly TicketView[],
  cancelledAt: Temporal.Instant,
): Attachment[] {
  const [first] = tickets
  if (!first) return []
  const { files } = letterWords(first.locale)
  const contentType = 'text/calendar; charset=utf-8; method=CANCEL'
  const content = makeCancellation(tickets, cancelledAt)
  return [{ fileName: named(files.cancelled, first, 'ics'), contentType, content }]
}

/** Each document as a PDF of its own. */
export function documentFiles(documents: readonly ReceiptView[]): Promise<Attachment[]> {
  return Promise.all(
    documents.map(async (document) => {
      const { files } = letterWords(document.locale)
      const fileName = `halcyon-${files[document.series]}-${receiptNumber(document)}.pdf`
      return { fileName, contentType: 'application/pdf', content: await renderReceiptPdf(document) }
    }),
  )
}

type Named = { reference: string; locale: Locale }

function named(name: string, { reference }: Named, ending: string): string {
  return `halcyon-${name}-${reference}.${ending}`
}
