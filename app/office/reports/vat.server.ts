import {
  listDocumentsIssued,
  type DocumentKey,
} from '#modules/bookkeeping/figures/document-list.server.ts'
import { listVat } from '#modules/bookkeeping/figures/vat-report.server.ts'
import { receiptNumber } from '#modules/tickets/ticket.ts'
import * as paths from '#paths'
import { sum, cents } from '#platform/money.ts'

import { cutPage, rowsToAskFor } from './page-of-rows.ts'
import { queryOf } from './period.ts'
import type { ReportWish } from './report-wish.ts'
import type { Report } from './report.ts'

/**
 * VAT by series and rate, with the numbers of the documents. Credit notes are negative, so that the
 * totals are what is owed.
 */
export async function reportVat({ period, words }: ReportWish): Promise<Report> {
  const { columns, series: names } = words.office.reports
  const rows = await listVat(period)
  const signed = rows.map(({ series, baseCents, vatCents, totalCents, ...row }) => {
    const sign = series === 'receipt' ? 1 : -1
    return { ...row, series, sums: [baseCents, vatCents, totalCents].map((one) => sign * one) }
  })
  const totals = [0, 1, 2].map((place) => sum(signed.map(({ sums }) => cents(sums[place] ?? 0))))
  return {
    columns: [
      { key: 'series', head: columns.series, kind: 'text' },
      { key: 'rate', head: columns.rate, kind: 'percent' },
      { key: 'base', head: columns.base, kind: 'cents' },
      { key: 'vat', head: columns.vat, kind: 'cents' },
      { key: 'total', head: columns.total, kind: 'cents' },
      { key: 'documents', head: columns.documents, kind: 'count' },
      { key: 'first', head: columns.first, kind: 'text' },
      { key: 'last', head: columns.last, kind: 'text' },
    ],
    rows: signed.map(({ series, vatPercent, sums, documents, firstNumber, lastNumber }) => ({
      key: `${series}-${vatPercent}`,
      to: paths.officeReport('documents', queryOf(period)),
      cells: [
        names[series],
        vatPercent,
        ...sums,
        documents,
        receiptNumber({ series, number: firstNumber }),
        receiptNumber({ series, number: lastNumber }),
      ],
    })),
    totals: [null, null, ...totals, rows.reduce((all, { documents }) => all + documents, 0)],
  }
}

/** The receipts and credit notes of a period, one by one; in files all of them. */
export async function reportDocuments(wish: ReportWish): Promise<Report> {
  const { period, words, file } = wish
  const { columns, series: names } = words.office.reports
  const after = readKey(wish.after)
  const found = await listDocumentsIssued(period, { after, ...rowsToAskFor(file) })
  const { rows, next } = cutPage(found, file, keyOf)
  return {
    columns: [
      { key: 'number', head: columns.number, kind: 'text' },
      { key: 'series', head: columns.series, kind: 'text' },
      { key: 'issued', head: columns.issued, kind: 'moment' },
      { key: 'booking', head: columns.booking, kind: 'text' },
      { key: 'rate', head: columns.rate, kind: 'percent' },
      { key: 'vat', head: columns.vat, kind: 'cents' },
      { key: 'total', head: columns.total, kind: 'cents' },
    ],
    rows: rows.map(({ series, number, issuedAt, reference, vatPercent, vatCents, totalCents }) => {
      const sign = series === 'receipt' ? 1 : -1
      return {
        key: `${series}-${number}`,
        ...(reference && { to: paths.officeBooking(reference) }),
        cells: [
          receiptNumber({ series, number }),
          names[series],
          issuedAt.epochMilliseconds,
          reference,
          vatPercent,
          sign * vatCents,
          sign * totalCents,
        ],
      }
    }),
    ...(next && { next }),
  }
}

function keyOf({ issuedAt, series, number }: DocumentKey): string {
  return `${issuedAt.epochMilliseconds}.${series}.${number}`
}

function readKey(text: string | null): DocumentKey | undefined {
  const parts = /^(\d{1,13})\.(receipt|credit-note)\.(\d{1,9})$/.exec(text ?? '')
  if (!parts) return undefined
  return {
    issuedAt: Temporal.Instant.fromEpochMilliseconds(Number(parts[1])),
    series: parts[2] === 'receipt' ? 'receipt' : 'credit-note',
    number: Number(parts[3]),
  }
}
