import {
  nameBlocked,
  nameBuses,
  nameParty,
  notesOn,
  partyInWords,
  ticketNumberParts,
} from '#modules/documents/manifest-words.ts'
import {
  endsOf,
  type Manifest,
  type ManifestParty,
  type ManifestStop,
  totalOf,
} from '#modules/documents/manifest.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import { company } from '#operator'
import { longDate } from '#platform/format/dates.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import { printable } from '#platform/text/lines.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import { MUTED, RULE, WHITE } from './colors.ts'
import { hasLetter, wholeName } from './fonts.server.ts'
import { writeHead, writeHeading } from './letterhead.server.ts'
import {
  decorate,
  heightOf,
  leaveEmpty,
  PAGE,
  type Paper,
  printDocument,
  type TextStyle,
  within,
  write,
  writeRuns,
} from './paper.server.ts'

/* The passenger list on paper: a table for each stop, the legs, and lines for walk-ups. */

const LEFT = PAGE.margin
const FULL = { x: LEFT, width: PAGE.width - 2 * PAGE.margin }
const BOTTOM = 790
const BOX = 13
const COLUMNS = {
  name: { x: LEFT + 24, width: 160 },
  party: { x: LEFT + 192, width: 138 },
  to: { x: LEFT + 338, width: 90 },
  ticket: { x: LEFT + 436, width: 80 },
} as const
const LEG_COLUMNS = [
  { x: LEFT, width: 300 },
  { x: LEFT + 310, width: 90 },
  { x: LEFT + 410, width: 105 },
]
const MIN_SPARE_LINES = 3
const SPARE_LINE = 26
const NAMES_IN_A_PARAGRAPH = 6

const PLAIN: TextStyle = { size: 9.5, leading: 1 }
const STRONG: TextStyle = { size: 10.5, font: 'bold' }
const SMALL: TextStyle = { size: 8.5, color: MUTED }

/** A sheet under way: how far down it is written, and how to begin the next one. */
type Sheet = { paper: Paper; manifest: Manifest; demonstration: boolean; y: number }

export async function printManifest(
  given: Manifest,
  { demonstration }: { demonstration: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const manifest = settable(given)
  const { locale, madeAt } = manifest
  const words = ticketWords(locale).manifest
  const facts = { locale, title: titleOf(manifest), subject: set(manifest.routeName), madeAt }
  return await printDocument(facts, (paper) => {
    const sheet = { paper, manifest, demonstration, y: 0 }
    startPage(sheet)
    const { first, last } = endsOf(manifest)
    const way = `${first.shortName} – ${last.shortName}`
    sheet.y = write(paper, way, { ...FULL, y: sheet.y }, { size: 13, font: 'bold' }) + 2
    const notices = [
      manifest.status === 'cancelled' && words.cancelled,
      nameBuses(manifest),
      nameBlocked(manifest),
      words.madeAt(dateAndTime(madeAt, locale)),
    ]
    for (const notice of notices) {
      if (notice) sheet.y = write(paper, notice, { ...FULL, y: sheet.y }, SMALL) + 4
    }
    for (const stop of manifest.stops) writeStop(sheet, stop)
    writeLegs(sheet)
    if (company().sellsOnBoard) writeSpareLines(sheet)
  })
}

function titleOf(manifest: Manifest): string {
  const { locale, routeShortName } = manifest
  const when = dateAndTime(endsOf(manifest).first.departsAt, locale)
  return `${ticketWords(locale).manifest.title} ${routeShortName}, ${when}`
}

function startPage(sheet: Sheet): void {
  const { paper, manifest, demonstration } = sheet
  const { locale, routeShortName } = manifest
  const words = ticketWords(locale).manifest
  const { first } = endsOf(manifest)
  paper.doc.addPage()
  const below = writeHead(paper, {
    title: words.title,
    label: longDate(dateInCyprus(first.departsAt), locale),
    value: `${clockTime(first.departsAt)} ${routeShortName}`,
    demonstration: demonstration ? words.demonstration : null,
  })
  sheet.y = below + 14
}

/** Goes to the next sheet if less than this is left. */
function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= BOTTOM) return false
  startPage(sheet)
  return true
}

/** A stop with the totals of the people who board and leave, and a row for each party that boards. */
function writeStop(sheet: Sheet, stop: ManifestStop): void {
  const { manifest } = sheet
  const words = ticketWords(manifest.locale).manifest
  makeRoom(sheet, 74)
  const part = within(sheet.paper, 'Sect')
  const heading = `${clockTime(stop.departsAt)}  ${stop.name}`
  let y = writeHeading(part, heading, LEFT, sheet.y + 8, FULL.width)
  const boarding = totalOf(stop.boards)
  const totals = [
    boarding.people > 0 && words.boards(boarding.people, boarding.seats),
    stop.leaves.length > 0 && words.leaves(totalOf(stop.leaves).people),
  ].filter((total) => total !== false)
  const summary = totals.join(' · ') || words.nobodyBoards
  y = write(part, summary, { ...FULL, x: LEFT + 9, y }, STRONG) + 3
  sheet.y = y
  writeLeaving(sheet, part, stop.leaves)
  if (stop.boards.length > 0) writeParties(sheet, part, stop.boards)
}

/** The names of those who leave, in paragraphs that are short enough for any sheet. */
function writeLeaving(sheet: Sheet, part: Paper, parties: readonly ManifestParty[]): void {
  const { paper, manifest } = sheet
  const place = { x: LEFT + 9, width: FULL.width - 9 }
  for (let start = 0; start < parties.length; start += NAMES_IN_A_PARAGRAPH) {
    const names = parties
      .slice(start, start + NAMES_IN_A_PARAGRAPH)
      .map((party) => `${nameParty(party, manifest.locale)} (${party.people})`)
      .join(', ')
    makeRoom(sheet, heightOf(paper, names, place.width, SMALL))
    sheet.y = write(part, names, { ...place, y: sheet.y }, SMALL) + 2
  }
}

function writeParties(sheet: Sheet, part: Paper, parties: readonly ManifestParty[]): void {
  let table = startTable(sheet, part)
  for (const party of parties) {
    if (makeRoom(sheet, rowHeight(sheet, party))) table = startTable(sheet, part)
    writeParty(sheet, table, party)
  }
}

function startTable(sheet: Sheet, part: Paper): Paper {
  const words = ticketWords(sheet.manifest.locale).manifest
  const table = within(part, 'Table')
  const row = within(table, 'TR')
  const { y } = sheet
  leaveEmpty(row)
  for (const column of ['name', 'party', 'to', 'ticket'] as const) {
    write(row, words[column], { ...COLUMNS[column], y }, { ...SMALL, lines: 1 }, 'columnHeader')
  }
  sheet.y = rule(table, y + 13)
  return table
}

function writeParty(sheet: Sheet, table: Paper, party: ManifestParty): void {
  const { paper, manifest, y } = sheet
  const { locale } = manifest
  const row = within(table, 'TR')
  leaveEmpty(row)
  decorate(paper, (doc) => {
    doc
      .rect(LEFT + 2, y, BOX, BOX)
      .lineWidth(0.9)
      .fillAndStroke(WHITE, MUTED)
  })
  const name = nameParty(party, locale)
  write(row, name, { ...COLUMNS.name, y }, { ...STRONG, lines: 3 }, 'rowHeader')
  write(row, partyText(party, locale), { ...COLUMNS.party, y }, PLAIN, 'cell')
  write(row, party.to, { ...COLUMNS.to, y }, { ...PLAIN, lines: 2 }, 'cell')
  const { start, bold, end } = ticketNumberParts(party)
  const runs = [
    { text: start, style: PLAIN },
    { text: bold, style: { ...PLAIN, font: 'bold' } as const },
    { text: end, style: PLAIN },
  ]
  writeRuns(row, runs, { ...COLUMNS.ticket, y }, 'cell')
  sheet.y = rule(table, y + rowHeight(sheet, party) - 6)
}

function rowHeight({ paper, manifest: { locale } }: Sheet, party: ManifestParty): number {
  const heights = [
    heightOf(paper, nameParty(party, locale), COLUMNS.name.width, { ...STRONG, lines: 3 }),
    heightOf(paper, partyText(party, locale), COLUMNS.party.width, PLAIN),
    heightOf(paper, party.to, COLUMNS.to.width, { ...PLAIN, lines: 2 }),
    BOX,
  ]
  return Math.max(...heights) + 9
}

/** The passengers, and below them what the crew has to know. */
function partyText(party: ManifestParty, locale: Manifest['locale']): string {
  return [partyInWords(party.passengers, locale), ...notesOn(party, locale)].join('\n')
}

/** The load of the bus between each stop and the next. */
function writeLegs(sheet: Sheet): void {
  const { paper, manifest } = sheet
  const words = ticketWords(manifest.locale).manifest
  makeRoom(sheet, 60 + 15 * manifest.stops.length)
  const part = within(paper, 'Sect')
  sheet.y = writeHeading(part, words.legs, LEFT, sheet.y + 10, FULL.width)
  const table = within(part, 'Table')
  writeLeg(sheet, table, [words.leg, words.seats, words.wheelchairs], true)
  for (const [index, { shortName, leg }] of manifest.stops.entries()) {
    if (!leg) continue
    const next = manifest.stops[index + 1]?.shortName ?? ''
    const seats = words.ofSeats(leg.seats, manifest.seats)
    const wheelchairs = words.ofSeats(leg.wheelchairUsers, manifest.wheelchairPlaces)
    writeLeg(sheet, table, [`${shortName} – ${next}`, seats, wheelchairs])
  }
}

function writeLeg(sheet: Sheet, table: Paper, texts: readonly string[], isHead = false): void {
  const row = within(table, 'TR')
  for (const [column, text] of texts.entries()) {
    const place = { x: LEFT, width: 0, ...LEG_COLUMNS[column], y: sheet.y }
    const role = isHead ? 'columnHeader' : column === 0 ? 'rowHeader' : 'cell'
    write(row, text, place, { ...(isHead ? SMALL : PLAIN), lines: 1 }, role)
  }
  sheet.y += 15
}

/** Empty lines for passengers who pay the driver; as many as fit, but always a few. */
function writeSpareLines(sheet: Sheet): void {
  const { paper, manifest } = sheet
  const words = ticketWords(manifest.locale).manifest
  makeRoom(sheet, 34 + MIN_SPARE_LINES * SPARE_LINE)
  const part = within(paper, 'Sect')
  sheet.y = writeHeading(part, words.walkUps, LEFT, sheet.y + 10, FULL.width)
  for (const column of ['name', 'party', 'to'] as const) {
    write(part, words[column], { ...COLUMNS[column], y: sheet.y }, SMALL)
  }
  sheet.y += 12
  while (sheet.y + SPARE_LINE <= BOTTOM) {
    const y = sheet.y + SPARE_LINE
    decorate(paper, (doc) => {
      doc
        .rect(LEFT + 2, y - BOX - 3, BOX, BOX)
        .lineWidth(0.9)
        .stroke(MUTED)
    })
    sheet.y = rule(paper, y) - 6
  }
}

function rule(paper: Paper, y: number): number {
  decorate(paper, (doc) => {
    doc.rect(FULL.x, y, FULL.width, 0.75).fill(RULE)
  })
  return y + 6
}

/** Typed and imported text, reduced to the letters that the typeface has. */
function settable(manifest: Manifest): Manifest {
  return {
    ...manifest,
    blocked: manifest.blocked.map(({ seats, reason }) => ({ seats, reason: set(reason) })),
    stops: manifest.stops.map((stop) => ({
      ...stop,
      name: set(stop.name),
      shortName: set(stop.shortName),
      boards: stop.boards.map((party) => settableParty(party, manifest)),
      leaves: stop.leaves.map((party) => settableParty(party, manifest)),
    })),
  }
}

/** A name without the letters of the typeface has not been erased. */
function settableParty(party: ManifestParty, { locale }: Manifest): ManifestParty {
  const unset = party.leader === '' ? '' : ticketWords(locale).ticket.nameAsBooked
  return { ...party, leader: wholeName(party.leader) || unset, to: set(party.to) }
}

function set(text: string): string {
  return printable(text, hasLetter)
}
