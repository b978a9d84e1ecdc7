import { cancelRule } from '#modules/documents/cancel-rule.ts'
import { stopText } from '#modules/documents/stop-text.ts'
import { twoBusesText } from '#modules/documents/two-buses.ts'
import { includedVat } from '#modules/documents/vat.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { LUGGAGE_KG } from '#modules/rules/rules.ts'
import { type TicketView } from '#modules/tickets/ticket.ts'
import { decimalText } from '#platform/format/numbers.ts'
import { formatEuros } from '#platform/money.ts'

import { CYAN, MUTED, RULE, SEA } from './colors.ts'
import { writeHeading } from './letterhead.server.ts'
import {
  decorate,
  fitted,
  PAGE,
  type Paper,
  type TextStyle,
  within,
  write,
  writeLink,
} from './paper.server.ts'

/* The lower half: the passengers, the price, and the rules that matter on the way. */

const LEFT = { x: PAGE.margin, width: 262 }
const RIGHT = { x: 330, width: PAGE.width - PAGE.margin - 330 }
const RULES_TOP = 640

const PLAIN: TextStyle = { size: 10, leading: 1.5 }
const STRONG: TextStyle = { size: 11, font: 'bold' }
const SMALL: TextStyle = { size: 9, color: MUTED, leading: 1 }

/** Writes the lower half from `top`. */
export function writeDetails(paper: Paper, ticket: TicketView, top: number): void {
  let y = writePickUp(within(paper, 'Sect'), ticket, top)
  y = writePassengers(within(paper, 'Sect'), ticket, y + 16)
  const fares = writeFares(within(paper, 'Sect'), ticket, top)
  if (ticket.wheelchairUsers > 0) writeWheelchair(within(paper, 'Sect'), ticket, fares + 18)
  writeRules(within(paper, 'Sect'), ticket, Math.max(RULES_TOP, y + 18))
}

function writePickUp(paper: Paper, ticket: TicketView, top: number): number {
  const words = ticketWords(ticket.locale).ticket
  const { name, directions } = ticket.from
  const y = writeHeading(paper, words.pickUp, LEFT.x, top, LEFT.width)
  const style = fitted(paper, name, LEFT.width, { ...STRONG, lines: 1 }, 10)
  const below = write(paper, name, { ...LEFT, y }, { ...style, lines: 2 })
  const elsewhere = stopText(ticket)
  const here = [elsewhere, ticket.from.today ? null : directions].filter(Boolean).join(' ')
  const where = [twoBusesText(ticket), here].filter(Boolean).join('\n')
  return where ? write(paper, where, { ...LEFT, y: below + 2 }, { ...PLAIN, lines: 5 }) : below
}

function writePassengers(paper: Paper, ticket: TicketView, top: number): number {
  const words = ticketWords(ticket.locale)
  let y = writeHeading(paper, words.ticket.passengers, LEFT.x, top, LEFT.width)
  y = write(paper, words.ticket.groupLeader, { ...LEFT, y }, SMALL)
  const leader = ticket.groupLeader || words.ticket.nameAsBooked
  const style = fitted(paper, leader, LEFT.width, { size: 14, font: 'bold', lines: 2 }, 10)
  y = write(paper, leader, { ...LEFT, y }, { ...style, lines: 3 }) + 5

  for (const category of PASSENGER_CATEGORIES) {
    const count = ticket.passengers[category]
    if (count === 0) continue
    const line = `${count} ${words.category(category, count)} (${words.categories[category].which})`
    y = write(paper, line, { ...LEFT, y }, PLAIN)
  }
  return y
}

function writeWheelchair(paper: Paper, ticket: TicketView, top: number): void {
  const words = ticketWords(ticket.locale).ticket
  const inner = { x: RIGHT.x + 12, width: RIGHT.width - 24 }
  decorate(paper, (doc) => {
    doc.roundedRect(RIGHT.x, top, RIGHT.width, 44, 8).fill(SEA)
  })
  const y = write(paper, words.wheelchair(ticket.wheelchairUsers), { ...inner, y: top + 8 }, STRONG)
  const number = ticket.wheelchairNumber ?? ''
  write(paper, `${words.wheelchairNumber}: ${number}`, { ...inner, y }, { ...PLAIN, lines: 1 })
}

function writeFares(paper: Paper, ticket: TicketView, top: number): number {
  const { locale, vatPercent, totalCents } = ticket
  const words = ticketWords(locale)
  let y = writeHeading(paper, words.ticket.fareDetails, RIGHT.x, top, RIGHT.width)

  const table = within(paper, 'Table')
  for (const { category, count, fareCents, totalCents: sum } of ticket.priceLines) {
    const row = within(table, 'TR')
    const who = `${count} ${words.category(category, count)} × ${formatEuros(fareCents, locale)}`
    write(row, who, { ...RIGHT, y, width: RIGHT.width - 60 }, { ...PLAIN, lines: 1 }, 'rowHeader')
    const amount = { ...PLAIN, align: 'right' } as const
    y = write(row, formatEuros(sum, locale), { ...RIGHT, y }, amount, 'cell') + 2
  }
  decorate(paper, (doc) => {
    doc.rect(RIGHT.x, y + 3, RIGHT.width, 1).fill(RULE)
  })
  const row = within(table, 'TR')
  const total = { size: 15, font: 'bold' } as const
  write(row, words.ticket.total, { ...RIGHT, y: y + 9 }, total, 'rowHeader')
  const amount = { ...total, align: 'right' } as const
  y = write(row, formatEuros(totalCents, locale), { ...RIGHT, y: y + 9 }, amount, 'cell')

  const vat = formatEuros(includedVat(totalCents, vatPercent), locale)
  return write(
    paper,
    words.ticket.vat(decimalText(vatPercent, locale), vat),
    { ...RIGHT, y },
    SMALL,
  )
}

function writeRules(paper: Paper, ticket: TicketView, top: number): void {
  const { locale, ticketUrl } = ticket
  const words = ticketWords(locale)
  const { luggage, luggageEach, cancel, missed } = words.ticket
  const { missedRule, missedWhere, missedAlready } = words.ticket
  const rules = [
    { heading: cancel, rule: cancelRule(ticket) },
    {
      heading: missed,
      rule: ticket.missed ? missedAlready : `${missedRule} ${missedWhere}`,
    },
    { heading: luggage(LUGGAGE_KG), rule: luggageEach },
  ]

  const widths = [198, 190, 87]
  let x = PAGE.margin
  for (const [index, { heading, rule }] of rules.entries()) {
    const width = widths[index] ?? 0
    const left = x
    decorate(paper, (doc) => {
      doc.rect(left, top, width, 2).fill(CYAN)
    })
    const y = write(paper, heading, { x, y: top + 9, width }, { ...STRONG, size: 10.5 }, 'heading')
    write(paper, rule, { x, y: y + 2, width }, { ...SMALL, lines: 7 })
    x += width + 20
  }
  const y = 766
  const online = write(paper, `${words.ticket.online}:`, { x: PAGE.margin, y, width: 300 }, SMALL)
  writeLink(paper, ticketUrl, { x: PAGE.margin, y: online, width: 400 }, { ...SMALL, lines: 1 })
  const zone = { x: 345, y: online, width: PAGE.width - PAGE.margin - 345 }
  write(paper, words.cyprusTime, zone, { ...SMALL, align: 'right' })
}
