import type { Font } from 'fontkit'
import Pdf from 'pdfkit'

import { company } from '#operator'
import type { Locale } from '#platform/locale.ts'

import { INK } from './colors.ts'
import { FONTS, type FontName, otherFont, type Run, runsOf } from './fonts.server.ts'

/*
 * A sheet of A4 that a screen reader can read in full (PDF/UA): text is part of the structure, in
 * the order in which it is written; everything else is marked as decoration.
 */

type Doc = InstanceType<typeof Pdf>
type Element = ReturnType<Doc['struct']>

/** Where to write: the document, and the structure element that will hold the words. */
export type Paper = { doc: Doc; parent: Element }

export const PAGE = { width: 595.28, height: 841.89, margin: 40 }

export type TextStyle = {
  size: number
  font?: FontName
  color?: string
  align?: 'left' | 'right' | 'center'
  /** Maximum number of lines; longer text ends in "…". */
  lines?: number
  leading?: number
}

/** The role of a text for screen readers. */
const ROLES = {
  paragraph: { tag: 'P' },
  title: { tag: 'H1' },
  heading: { tag: 'H2' },
  rowHeader: { tag: 'TH', scope: 'Row' },
  columnHeader: { tag: 'TH', scope: 'Column' },
  cell: { tag: 'TD' },
} as const

type Role = keyof typeof ROLES
type Place = { x: number; y: number; width: number }

/** A tagged document. The types of pdfkit do not name PDF/UA yet. */
const ACCESSIBLE = { subset: 'PDF/UA' as 'PDF/A-2a', tagged: true }

type DocumentFacts = { locale: Locale; title: string; subject: string; madeAt: Temporal.Instant }

/** The same facts and the same drawing give the same bytes, so a ticket can be sent again. */
export async function printDocument(
  { locale, title, subject, madeAt }: DocumentFacts,
  draw: (paper: Paper) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    ...ACCESSIBLE,
    lang: `${locale}-CY`,
    displayTitle: true,
    font: '',
    autoFirstPage: false,
    info: {
      Title: title,
      Author: company().name,
      Subject: subject,
      Creator: company().name,
      Producer: company().name,
      CreationDate: new Date(madeAt.epochMilliseconds),
    },
  })
  for (const [name, font] of Object.entries(FONTS)) {
    registerFont(doc, name, font)
  }
  const parent = doc.struct('Document')
  doc.addStructure(parent)
  draw({ doc, parent })
  parent.end()

  const written = bytesOf(doc)
  doc.end()
  return written
}

/** pdfkit accepts a parsed font; its types do not say so yet. */
function registerFont(doc: Doc, name: string, font: Font): void {
  doc.registerFont(name, font as unknown as Uint8Array)
}

async function bytesOf(doc: Doc): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return new Uint8Array(Buffer.concat(chunks))
}

/** An empty cell, so that every row of a table has the same number of cells. */
export function leaveEmpty(row: Paper): void {
  row.parent.add(row.doc.struct('TD'))
}

/** Everything written with the returned paper belongs to one part of the document. */
export function within(paper: Paper, tag: 'Sect' | 'Table' | 'TR'): Paper {
  const parent = paper.doc.struct(tag)
  paper.parent.add(parent)
  return { doc: paper.doc, parent }
}

/** Writes a text and returns where the next one may start. */
export function write(
  paper: Paper,
  text: string,
  place: Place,
  style: TextStyle,
  role: Role = 'paragraph',
): number {
  const { tag, ...options } = ROLES[role]
  if (isMixed(text)) {
    const put = () => putMixed(paper, text, place, style)
    paper.parent.add(element(paper, tag, { ...options, actual: text }, put))
    return place.y + heightOf(paper, text, place.width, style)
  }
  const put = () => {
    setStyle(paper, style)
    paper.doc.text(text, place.x, place.y, textOptions(paper, place.width, style))
  }
  paper.parent.add(element(paper, tag, options, put))
  return place.y + heightOf(paper, text, place.width, style)
}

/** Writes several texts one after the other on one line, as one text: for a word in bold. */
export function writeRuns(
  paper: Paper,
  runs: readonly { text: string; style: TextStyle }[],
  place: Place,
  role: Role = 'paragraph',
): void {
  const { tag, ...options } = ROLES[role]
  const put = () => {
    let { x } = place
    for (const { text, style } of runs) {
      setStyle(paper, style)
      paper.doc.text(text, x, place.y, { lineBreak: false })
      x += paper.doc.widthOfString(text)
    }
  }
  paper.parent.add(element(paper, tag, options, put))
}

export function heightOf(paper: Paper, text: string, width: number, style: TextStyle): number {
  setStyle(paper, style)
  const { height, ...options } = textOptions(paper, width, style)
  if (isMixed(text)) return mixedLines(paper, text, width, style).length * lineStep(paper, style)
  const whole = paper.doc.heightOfString(text, options)
  return height === undefined ? whole : Math.min(whole, height)
}

/**
 * The style at its own size, or the largest smaller size at which the text fits into this many
 * lines.
 */
export function fitted(
  paper: Paper,
  text: string,
  width: number,
  style: TextStyle & { lines: number },
  smallest: number,
): TextStyle {
  const { lines, ...unbounded } = style
  setStyle(paper, style)
  const room = paper.doc.currentLineHeight(true) * lines * 1.01
  const longestWord = Math.max(...text.split(' ').map((word) => widthOf(paper, word, style)))
  const fits = longestWord <= width && heightOf(paper, text, width, unbounded) <= room
  if (fits || style.size <= smallest) return style
  return fitted(paper, text, width, { ...style, size: style.size - 1 }, smallest)
}

export function widthOf(paper: Paper, text: string, style: TextStyle): number {
  const widths = runsOf(text).map((run) => {
    setRunStyle(paper, run, style)
    return paper.doc.widthOfString(run.text, shaping(run))
  })
  setStyle(paper, style)
  return widths.reduce((sum, width) => sum + width, 0)
}

/** Lines, boxes and colours, which screen readers skip. */
export function decorate({ doc }: Paper, draw: (doc: Doc) => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save()
  draw(doc)
  doc.restore()
  doc.endMarkedContent()
}

/** A drawing with a meaning, and its description for screen readers. */
export function figure(
  paper: Paper,
  alt: string,
  { x, y, width, height }: Place & { height: number },
  draw: (doc: Doc) => void,
): void {
  const { doc, parent } = paper
  const put = () => {
    doc.save()
    draw(doc)
    doc.restore()
  }
  parent.add(element(paper, 'Figure', { alt, bbox: [x, y, x + width, y + height] }, put))
}

/** A link to an address. */
export function writeLink(paper: Paper, url: string, place: Place, style: TextStyle): void {
  const put = () => {
    setStyle(paper, style)
    paper.doc.text(url, place.x, place.y, { ...textOptions(paper, place.width, style), link: url })
  }
  paper.parent.add(element(paper, 'Link', { alt: url }, put))
}

/*
 * A name in another script has runs of its own. pdfkit lays out a word at a time and from left to right,
 * so the lines of such a text are broken here.
 */

function isMixed(text: string): boolean {
  return runsOf(text).some(({ other }) => other !== null)
}

function putMixed(paper: Paper, text: string, place: Place, style: TextStyle): void {
  const { ascent, unitsPerEm } = FONTS[style.font === 'bold' ? 'bold' : 'regular']
  let y = place.y + (ascent / unitsPerEm) * style.size
  for (const line of mixedLines(paper, text, place.width, style)) {
    let { x } = place
    for (const run of runsOf(line)) {
      setRunStyle(paper, run, style)
      const options = { ...shaping(run), lineBreak: false, baseline: 'alphabetic' } as const
      paper.doc.text(run.text, x, y, options)
      x += paper.doc.widthOfString(run.text, shaping(run))
    }
    setStyle(paper, style)
    y += lineStep(paper, style)
  }
}

/** A word that is wider than a line is broken where the line ends. */
function mixedLines(paper: Paper, text: string, width: number, style: TextStyle): string[] {
  const fits = (line: string) => widthOf(paper, line.trimEnd(), style) <= width
  const parts = text.split(/(?<= )/).flatMap((word) => (fits(word) ? [word] : Array.from(word)))
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && !fits(line + part)) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  lines.push(line)
  const shown = lines.slice(0, style.lines)
  if (shown.length < lines.length) shown.push(`${shown.pop() ?? ''}…`)
  return shown
}

function lineStep(paper: Paper, style: TextStyle): number {
  setStyle(paper, style)
  return paper.doc.currentLineHeight(true) + (style.leading ?? 0)
}

/** With this, though it is empty, pdfkit lays out a run as a whole, so its words go from right to left. */
function shaping({ other }: Run): { features?: [] } {
  return other ? { features: [] } : {}
}

function setRunStyle(paper: Paper, { other }: Run, style: TextStyle): void {
  if (other) registerFont(paper.doc, other.script, otherFont(other))
  setStyle(paper, other ? { ...style, font: other.script } : style)
}

type ElementOptions = { actual?: string; alt?: string; bbox?: number[]; scope?: 'Row' | 'Column' }

/** The types lag here too: a figure's bounds and a header's scope are written, but not typed. */
function element({ doc }: Paper, tag: string, options: ElementOptions, put: () => void): Element {
  const typed: Parameters<Doc['struct']>[1] = options
  return doc.struct(tag, typed, put)
}

function setStyle({ doc }: Paper, { font = 'regular', size, color = INK }: TextStyle): void {
  doc.font(font).fontSize(size).fillColor(color)
}

function textOptions(paper: Paper, width: number, style: TextStyle) {
  const { align = 'left', lines, leading = 0 } = style
  const height = lines && lines * (paper.doc.currentLineHeight(true) + leading) + 0.1
  return {
    width,
    align,
    lineGap: leading,
    ...(height !== undefined && { height, ellipsis: '…' }),
  }
}
