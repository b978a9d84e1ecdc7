import { encodeQR } from 'qr'

import { codeInQr, type TicketView } from '#modules/tickets/ticket.ts'

/** White margin that a QR code needs around it, in dots. */
export const QUIET_DOTS = 4

/** A QR code as one path, a unit per dot, without the white margin. */
export type QrPath = { dots: number; path: string }

/**
 * The QR code of a ticket. A signed code has 41 by 41 dots, and level M corrects 15 per cent; any
 * more would make the dots too small. A code that is not signed has 25 by 25, of which level Q
 * corrects a quarter.
 */
export function qrPath(ticket: Pick<TicketView, 'code' | 'signedCode'>): QrPath {
  return drawQr(codeInQr(ticket), ticket.signedCode ? 'medium' : 'quartile')
}

/** The smallest QR code that holds this text with such a correction of errors. */
export function drawQr(text: string, ecc: 'low' | 'medium' | 'quartile'): QrPath {
  const framed = encodeQR(text, 'raw', { ecc, border: 1 })
  const square = framed.slice(1, -1).map((row) => row.slice(1, -1))
  const rows = square.map((row, y) =>
    runsOf(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`),
  )
  return { dots: square.length, path: rows.flat().join('') }
}

/** Neighbouring dots are drawn as one, so that no hairline shows between them. */
function runsOf(row: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  let from = row.indexOf(true)
  while (from !== -1) {
    const light = row.indexOf(false, from)
    const end = light === -1 ? row.length : light
    runs.push({ from, length: end - from })
    from = row.indexOf(true, end)
  }
  return runs
}
