import { qrPath, QUIET_DOTS } from '#modules/documents/qr.ts'
import { type RideTimes, rideTimes } from '#modules/documents/ride-times.ts'
import { isBoardingClosed } from '#modules/documents/stop-text.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { BE_THERE_MINUTES } from '#modules/rules/rules.ts'
import { type TicketStop, type TicketView } from '#modules/tickets/ticket.ts'

import { CYAN, INK, MUTED, ON_ORANGE, ORANGE, SEA, WHITE } from './colors.ts'
import {
  decorate,
  figure,
  fitted,
  heightOf,
  PAGE,
  type Paper,
  type TextStyle,
  widthOf,
  within,
  write,
} from './paper.server.ts'

/*
 * The upper half: the facts that a traveller needs on the way to the bus, and the code that the
 * driver scans.
 */

const CARD = { x: PAGE.margin, width: PAGE.width - 2 * PAGE.margin }
const STUB = { x: 402, width: 138 }
const TEAR = 387
const INNER = { x: CARD.x + 20, width: TEAR - CARD.x - 40 }
const HALF = (INNER.width - 16) / 2
const BE_THERE_HEIGHT = 48

const LABEL: TextStyle = { size: 9, color: MUTED }
const DATE: TextStyle = { size: 15, font: 'bold' }
const DEPARTS: TextStyle = { size: 46, font: 'bold' }
const ARRIVES: TextStyle = { size: 28, font: 'bold' }
const BE_THERE = { size: 17, font: 'bold', color: ON_ORANGE, lines: 1 } as const
const BE_THERE_WHY = { size: 9, color: ON_ORANGE, lines: 1 } as const
const SHORT_NAME = { size: 14, font: 'bold', lines: 2 } as const
const FULL_NAME: TextStyle = { size: 9, color: MUTED, lines: 3 }

/** Draws the pass from `top` and returns where it ends. */
export function drawPass(paper: Paper, ticket: TicketView, top: number): number {
  const times = rideTimes(ticket)
  const names = namesHeight(paper, ticket)
  const night = times.night ? heightOf(paper, times.night, INNER.width, LABEL) + 1 : 0
  const height = Math.max(18 + 18 + night + 84 + names + 16 + BE_THERE_HEIGHT + 18, 238)
  drawCard(paper, top, height)

  const part = within(paper, 'Sect')
  let y = write(part, times.date, { ...INNER, y: top + 18 }, DATE)
  if (times.night) y = write(part, times.night, { ...INNER, y: y + 1 }, LABEL)
  writeEnd(part, ticket, times, 'from', y + 14)
  writeEnd(part, ticket, times, 'to', y + 14)
  writeBeThere(part, ticket, times, top + height - BE_THERE_HEIGHT - 18)
  drawStub(within(paper, 'Sect'), ticket, top)
  return top + height
}

function drawCard(paper: Paper, top: number, height: number): void {
  decorate(paper, (doc) => {
    doc.roundedRect(CARD.x, top, CARD.width, height, 14).fill(SEA)
    doc.circle(TEAR, top, 9).fill(WHITE)
    doc.circle(TEAR, top + height, 9).fill(WHITE)
    doc.moveTo(TEAR, top + 16).lineTo(TEAR, top + height - 16)
    doc.lineWidth(1.5).dash(1.5, { space: 5 }).lineCap('round').stroke(CYAN)
  })
}

/** One end of the ride: its time and its place. */
function writeEnd(
  paper: Paper,
  ticket: TicketView,
  times: RideTimes,
  end: 'from' | 'to',
  top: number,
): void {
  const words = ticketWords(ticket.locale).ticket
  const departs = end === 'from'
  const align = departs ? 'left' : 'right'
  const width = HALF
  const x = departs ? INNER.x : INNER.x + INNER.width - width
  const [clock = '', zone] = (departs ? times.departs : times.arrives).split(' ')
  const style = departs ? DEPARTS : ARRIVES
  const label = departs ? words.departure : words.arrival
  const remarks = [departs ? null : times.arrivesOn, zone].filter(Boolean)

  write(paper, [label, ...remarks].join(', '), { x, y: top, width }, { ...LABEL, align })
  const clockY = departs ? top + 8 : top + 25.5
  write(paper, clock, { x, y: clockY, width }, { ...style, align })
  if (departs) drawLine(paper, times, clock, top + 42)

  const stop = ticket[end]
  const y = write(
    paper,
    stop.shortName,
    { x, y: top + 70, width },
    shortNameStyle(paper, stop, align),
  )
  if (isNamedTwice(stop)) write(paper, stop.name, { x, y, width }, { ...FULL_NAME, align })
}

/** The line of the route between the two times, with its duration. */
function drawLine(paper: Paper, times: RideTimes, clock: string, y: number): void {
  const from = INNER.x + widthOf(paper, clock, DEPARTS) + 14
  const arrives = times.arrives.split(' ')[0] ?? ''
  const to = INNER.x + INNER.width - widthOf(paper, arrives, ARRIVES) - 12
  decorate(paper, (doc) => {
    doc.lineWidth(2.5).lineCap('round')
    doc
      .moveTo(from + 4, y)
      .lineTo(to - 4, y)
      .stroke(CYAN)
    doc.circle(from + 3, y, 3.2).fillAndStroke(SEA, CYAN)
    doc.circle(to - 3, y, 4.5).fill(CYAN)
  })
  const place = { x: from, y: y - 15, width: to - from }
  write(paper, times.duration, place, { ...LABEL, align: 'center' })
}

function writeBeThere(paper: Paper, ticket: TicketView, times: RideTimes, y: number): void {
  const words = ticketWords(ticket.locale).ticket
  decorate(paper, (doc) => {
    doc.roundedRect(INNER.x, y, INNER.width, BE_THERE_HEIGHT, 9).fill(ORANGE)
  })
  const place = { x: INNER.x + 14, width: INNER.width - 28 }
  const [time = '', day] = times.beThere.split(', ')
  const isClosed = isBoardingClosed(ticket)
  const sentence = isClosed ? words.stopClosed(ticket.from.name) : words.beThere(time)
  const why = isClosed ? '' : [day, words.before(BE_THERE_MINUTES)].filter(Boolean).join(', ')
  const big = fitted(paper, sentence, place.width, BE_THERE, 9)
  const small = fitted(paper, why, place.width, BE_THERE_WHY, 7)
  const both =
    heightOf(paper, sentence, place.width, big) + heightOf(paper, why, place.width, small)
  const below = write(paper, sentence, { ...place, y: y + (BE_THERE_HEIGHT - both) / 2 }, big)
  write(paper, why, { ...place, y: below }, small)
}

/**
 * The driver's part. The code is 40 mm wide: as bench/codes.ts shows, that is enough for a phone and a
 * bad printer.
 */
function drawStub(paper: Paper, ticket: TicketView, top: number): void {
  const words = ticketWords(ticket.locale).ticket
  const { dots, path } = qrPath(ticket)
  const { x, width } = STUB
  const y = top + 18
  const scale = width / (dots + 2 * QUIET_DOTS)
  decorate(paper, (doc) => {
    doc.roundedRect(x, y, width, width, 8).fill(WHITE)
  })
  figure(paper, words.qr(ticket.number), { x, y, width, height: width }, (doc) => {
    doc.translate(x, y).scale(scale).translate(QUIET_DOTS, QUIET_DOTS)
    doc.path(path).fill(INK)
  })
  let below = write(paper, words.number, { x, y: y + width + 10, width }, LABEL)
  below = write(paper, ticket.number, { x, y: below, width }, { size: 12, font: 'bold', lines: 1 })
  write(paper, words.show, { x, y: below + 4, width }, { ...LABEL, lines: 4 })
}

function namesHeight(paper: Paper, ticket: TicketView): number {
  const heights = [ticket.from, ticket.to].map((stop) => {
    const short = heightOf(paper, stop.shortName, HALF, shortNameStyle(paper, stop, 'left'))
    return short + (isNamedTwice(stop) ? heightOf(paper, stop.name, HALF, FULL_NAME) : 0)
  })
  return Math.max(...heights)
}

function shortNameStyle(paper: Paper, stop: TicketStop, align: 'left' | 'right'): TextStyle {
  return { ...fitted(paper, stop.shortName, HALF, SHORT_NAME, 10), align }
}

function isNamedTwice({ name, shortName }: TicketStop): boolean {
  return name !== shortName
}
