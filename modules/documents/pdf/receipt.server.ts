import { vatByRate } from '#modules/documents/vat.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { type ReceiptLine, receiptNumber, type ReceiptView } from '#modules/tickets/ticket.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { dateAndTime, exactClock } from '#platform/format/moments.ts'
import { decimalText } from '#platform/format/numbers.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

import { MUTED, RULE, SEA } from './colors.ts'
import {
  decorate,
  leaveEmpty,
  PAGE,
  type Paper,
  type TextStyle,
  within,
  write,
} from './paper.server.ts'

/* The contents that an accountant needs (VAT Directive, article 226), in their usual order. */

const FULL = { x: PAGE.margin, width: PAGE.width - 2 * PAGE.margin }
const LEFT = { x: PAGE.margin, width: 270 }
const RIGHT = { x: 345, width: PAGE.width - PAGE.margin - 345 }
/** Right edges of the three columns of figures. */
const FIGURES = [395, 475, PAGE.width - PAGE.margin]
const FIGURE_WIDTH = 78

const PLAIN: TextStyle = { size: 10, leading: 1 }
const SMALL: TextStyle = { size: 9, color: MUTED }
const STRONG: TextStyle = { size: 11, font: 'bold' }

export function writeReceipt(paper: Paper, receipt: ReceiptView, top: number): void {
  const issuer = writeIssuer(within(paper, 'Sect'), receipt, top)
  const facts = writeFacts(within(paper, 'Sect'), receipt, top)
  const lines = writeLines(within(paper, 'Table'), receipt, Math.max(issuer, facts) + 24)
  const rates = writeRates(within(paper, 'Table'), receipt, lines + 14)
  writePayment(within(paper, 'Sect'), receipt, rates + 10)
}

function writeIssuer(paper: Paper, { locale, company }: ReceiptView, top: number): number {
  const words = ticketWords(locale).receipt
  let y = write(paper, words.from, { ...LEFT, y: top }, SMALL)
  y = write(paper, company.legalName, { ...LEFT, y }, { size: 13, font: 'bold' }, 'heading') + 2
  y = write(paper, company.address[locale], { ...LEFT, y }, PLAIN)
  const numbers = [
    [words.company, company.companyNumber],
    [words.vatNumber, company.vatNumber],
    [words.licence, company.licence],
  ]
  for (const [label, value] of numbers)
    y = write(paper, `${label}: ${value}`, { ...LEFT, y }, PLAIN)
  return y
}

function writeFacts(paper: Paper, receipt: ReceiptView, top: number): number {
  const { locale, correctsNumber, reference, customer, issuedAt } = receipt
  const { receipt: words } = ticketWords(locale)
  const corrected = correctsNumber && receiptNumber({ series: 'receipt', number: correctsNumber })
  const facts = [
    [words.issued, `${dayMonthYear(dateInCyprus(issuedAt), locale)}, ${exactClock(issuedAt)}`],
    [words.reference, reference],
    [words.corrects, corrected],
    [words.customer, customer],
  ]
  let y = top
  for (const [label, value] of facts) {
    if (!label || !value) continue
    y = write(paper, label, { ...RIGHT, y }, SMALL)
    y = write(paper, value, { ...RIGHT, y }, { ...STRONG, lines: 4 }) + 6
  }
  return y
}

function writeLines(table: Paper, receipt: ReceiptView, top: number): number {
  const { locale, lines, fee, reduction, vatPercent: percent } = receipt
  const { category: categoryWord, receipt: words } = ticketWords(locale)
  let y = writeRow(table, top, words.description, [words.each, words.vat, words.amount], true)

  let ride = ''
  for (const line of lines) {
    const { category, count, fareCents, totalCents, vatPercent } = line
    const when = dateAndTime(line.departsAt, locale)
    const heading = `${line.from} – ${line.to}, ${when}`
    if (heading !== ride) y = writeRide(table, heading, y)
    ride = heading
    const figures = [
      formatEuros(fareCents, locale),
      vatRate(vatPercent, locale),
      formatEuros(totalCents, locale),
    ]
    y = writeRow(table, y, `${count} ${categoryWord(category, count)}`, figures)
  }
  if (fee) {
    const kept = formatEuros(cents(0 - fee.totalCents), locale)
    y = writeRow(table, y + 3, words.fee, ['', vatRate(percent, locale), kept])
  }
  if (reduction) {
    const { totalCents } = reduction
    const label = totalCents > 0 ? words.reduction : words.reducedBefore
    const figures = ['', vatRate(percent, locale), formatEuros(totalCents, locale)]
    y = writeRow(table, y + 3, label, figures)
  }
  return rule(table, y + 2)
}

function writeRide(table: Paper, heading: string, top: number): number {
  const row = within(table, 'TR')
  const style = { ...STRONG, size: 10, lines: 1 }
  const below = write(row, heading, { ...FULL, y: top + 5 }, style, 'rowHeader')
  FIGURES.forEach(() => leaveEmpty(row))
  return below + 3
}

function writeRates(table: Paper, receipt: ReceiptView, top: number): number {
  const { locale, lines, vatPercent, fee, reduction } = receipt
  const words = ticketWords(locale).receipt
  const kept = fee && {
    vatPercent,
    totalCents: cents(0 - fee.totalCents),
    vatCents: cents(0 - fee.vatCents),
  }
  const all = [
    ...lines,
    ...(kept ? [kept] : []),
    ...(reduction ? [{ vatPercent, ...reduction }] : []),
  ]
  let y = writeRow(table, top, words.vatRate, [words.net, words.vat, words.gross], true)
  for (const { percent, netCents, vatCents, grossCents } of vatByRate(all)) {
    const figures = [netCents, vatCents, grossCents].map((amount) => formatEuros(amount, locale))
    y = writeRow(table, y, vatRate(percent, locale), figures)
  }
  return y
}

function writePayment(paper: Paper, receipt: ReceiptView, top: number): void {
  const { locale, totalCents } = receipt
  const words = ticketWords(locale).receipt
  decorate(paper, (doc) => {
    doc.roundedRect(FULL.x, top, FULL.width, 34, 8).fill(SEA)
  })
  const style = { size: 16, font: 'bold' } as const
  const inner = { x: FULL.x + 12, y: top + 7, width: FULL.width - 24 }
  write(paper, words.total, inner, style)
  write(paper, formatEuros(totalCents, locale), inner, { ...style, align: 'right' })

  let y = top + 46
  for (const line of paymentLines(receipt)) y = write(paper, line, { ...FULL, y }, STRONG)
  write(paper, words.included, { ...FULL, y: y + 2 }, SMALL)
}

/** How the total was settled: by the other document of a change, and the rest in money. */
function paymentLines({ locale, series, cards, totalCents, setOff }: ReceiptView): string[] {
  const words = ticketWords(locale).receipt
  const label = series === 'receipt' ? words.paidBy : words.returnedTo
  const rest = cents(totalCents - (setOff?.amountCents ?? 0))
  const names = cards.map(({ brand, last4 }) => words.card(brand, last4))
  const how = totalCents === 0 ? words.nothingPaid : names.join(', ') || words.anyCard
  if (!setOff) return [`${label}: ${how}`]
  const against = words.setOff(setOff.against, formatEuros(setOff.amountCents, locale))
  return rest > 0 ? [against, `${label}: ${how}, ${formatEuros(rest, locale)}`] : [against]
}

function writeRow(
  table: Paper,
  y: number,
  heading: string,
  figures: readonly string[],
  isHead = false,
): number {
  const row = within(table, 'TR')
  const style = isHead ? SMALL : PLAIN
  const first = { x: FULL.x, y, width: 240 }
  const below = write(
    row,
    heading,
    first,
    { ...style, lines: 1 },
    isHead ? 'columnHeader' : 'rowHeader',
  )
  for (const [column, figure] of figures.entries()) {
    const x = (FIGURES[column] ?? 0) - FIGURE_WIDTH
    const place = { x, y, width: FIGURE_WIDTH }
    write(
      row,
      figure,
      place,
      { ...style, align: 'right', lines: 1 },
      isHead ? 'columnHeader' : 'cell',
    )
  }
  return isHead ? rule(table, below + 2) : below + 3
}

function rule(paper: Paper, y: number): number {
  decorate(paper, (doc) => {
    doc.rect(FULL.x, y, FULL.width, 0.75).fill(RULE)
  })
  return y + 6
}

function vatRate(percent: ReceiptLine['vatPercent'], locale: ReceiptView['locale']): string {
  return `${decimalText(percent, locale)} %`
}
