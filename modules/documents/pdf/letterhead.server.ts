import { mailWords } from '#modules/mail/words/words.ts'
import { company } from '#operator'
import type { Locale } from '#platform/locale.ts'

import { BRAND, BRIGHT_CYAN, CYAN, MUTED, ON_BRAND, RULE, SAND, WHITE } from './colors.ts'
import { MARK, MARK_SIZE } from './mark.ts'
import { decorate, PAGE, type Paper, write } from './paper.server.ts'

const BAND = 76
const DEMONSTRATION = 22
const FOOT = 792

type Head = {
  title: string
  /** The identifier that people read to each other, large and on the right. */
  label: string
  value: string
  /** Text of the demonstration band; null in live mode. */
  demonstration: string | null
}

/** The top of every sheet. Returns where the content may start. */
export function writeHead(paper: Paper, { title, label, value, demonstration }: Head): number {
  const { width, margin } = PAGE
  decorate(paper, (doc) => {
    doc.rect(0, 0, width, BAND).fill(BRAND)
    doc.rect(0, BAND, width, 4).fill(BRIGHT_CYAN)
    if (demonstration) doc.rect(0, BAND + 4, width, DEMONSTRATION).fill(SAND)
    doc.translate(margin, 18).scale(40 / MARK_SIZE)
    for (const { path, color } of MARK) doc.path(path).fill(color)
  })

  const left = { x: margin + 52, width: 250 }
  write(paper, company().name, { ...left, y: 21 }, { size: 10.5, color: ON_BRAND })
  write(paper, title, { ...left, y: 35 }, { size: 18, font: 'bold', color: WHITE }, 'title')

  const right = { x: width / 2, width: width / 2 - margin }
  const onRight = { align: 'right', color: ON_BRAND } as const
  write(paper, label, { ...right, y: 21 }, { ...onRight, size: 9 })
  write(paper, value, { ...right, y: 33 }, { ...onRight, size: 21, font: 'bold', color: WHITE })

  if (!demonstration) return BAND + 4
  const notice = { x: margin, y: BAND + 9, width: width - 2 * margin }
  write(paper, demonstration, notice, { size: 9.5, font: 'bold', align: 'center' })
  return BAND + 4 + DEMONSTRATION
}

/** The foot of every sheet: contact for questions. */
export function writeFoot(paper: Paper, locale: Locale): void {
  const { width, margin } = PAGE
  const place = { x: margin, y: FOOT + 10, width: width - 2 * margin }
  decorate(paper, (doc) => {
    doc.rect(margin, FOOT, width - 2 * margin, 0.75).fill(RULE)
  })
  const { phone, email, hours, legalName } = company()
  const open = `${phone} (${mailWords(locale).hours(hours.from, hours.until)})`
  write(paper, [legalName, open, email].join('  ·  '), place, { size: 8.5, color: MUTED })
}

/** A small heading and its text; returns where the next one may start. */
export function writeHeading(paper: Paper, text: string, x: number, y: number, width: number) {
  decorate(paper, (doc) => {
    doc.rect(x, y + 2.5, 3, 9).fill(CYAN)
  })
  return (
    write(paper, text, { x: x + 9, y, width: width - 9 }, { size: 11, font: 'bold' }, 'heading') + 5
  )
}
