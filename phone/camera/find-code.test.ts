import { beforeAll, describe, expect, test } from 'vitest'

import { printTickets } from '#modules/documents/pdf/documents.server.ts'
import { codeInQr } from '#modules/tickets/ticket.ts'
import { CONDITIONS, hold } from '#test/fixtures/camera/conditions.ts'
import type { Sheet } from '#test/fixtures/camera/photograph.ts'
import { printOut } from '#test/fixtures/camera/sheets.ts'
import { exampleTicket } from '#test/fixtures/example-views.ts'

import { openFinder } from './find-code.ts'

/*
 * Our own printed tickets before a camera; the bench `codes` does the same with a hundred of each, and
 * with the pages of tickets on a screen.
 */

const CODES = {
  'a signed code': exampleTicket(),
  'a code from before they were signed': exampleTicket({ signedCode: null }),
}
const TRIES = 2
/** A slow phone looks at twice as many in a second and a half. */
const FRAMES = 10

let sheets: Map<string, Sheet>
beforeAll(async () => {
  const printed = await Promise.all(Object.values(CODES).map((ticket) => printTickets([ticket])))
  const found = await printOut(printed)
  sheets = new Map(Object.keys(CODES).map((code, at) => [code, found[at]!]))
})

describe.each(Object.entries(CODES))('%s on paper is read', (code, ticket) => {
  test.each(CONDITIONS)('%s', (condition) => {
    const read = Array.from({ length: TRIES }, (_, seed) => {
      const take = hold(sheets.get(code)!, condition, seed)
      const finder = openFinder()
      for (let frame = 0; frame < FRAMES; frame++) {
        const text = finder.find(take(frame))
        if (text !== null) return text
      }
      return null
    })
    expect(read).toEqual(Array.from({ length: TRIES }, () => codeInQr(ticket)))
  })
})

test('the new code is 40 millimetres wide on paper', () => {
  expect(sheets.get('a signed code')?.code.millimetres).toBeCloseTo(40.7, 0)
})

test('a frame without a code has no text', () => {
  const empty = { data: new Uint8ClampedArray(4 * 640 * 480).fill(200), width: 640, height: 480 }
  const finder = openFinder()
  for (let frame = 0; frame < FRAMES; frame++) expect(finder.find(empty)).toBeNull()
})
