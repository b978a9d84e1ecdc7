import { expect, test } from 'vitest'

import { MAX_HANDED, writeHandOver } from '#modules/boarding/phone/hand-over-code.ts'
import { drawQr, QUIET_DOTS } from '#modules/documents/qr.ts'
import { hold } from '#test/fixtures/camera/conditions.ts'
import type { Sheet } from '#test/fixtures/camera/photograph.ts'

import { openFinder } from './find-code.ts'

/** The screen of a narrow phone, on which the largest code is 48 mm wide. */
function screenWith(text: string): Sheet {
  const { dots, path } = drawQr(text, 'low')
  const scale = 8
  const width = scale * (dots + 2 * QUIET_DOTS)
  const luma = new Uint8Array(width * width).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    const from = scale * (QUIET_DOTS + Number(x))
    for (let row = 0; row < scale; row++) {
      const start = (scale * (QUIET_DOTS + Number(y)) + row) * width + from
      luma.fill(0, start, start + scale * Number(length))
    }
  }
  const from = scale * QUIET_DOTS
  return {
    luma,
    width,
    height: width,
    code: { x: from, y: from, side: scale * dots, millimetres: 48, text },
  }
}

/** A phone stops at the first frame in which it finds a code. */
const FRAMES = 10
const CODES = 4

test.each(['daylight', '20° tilted', 'dim light'] as const)(
  'the largest hand-over code is read from the screen of another phone: %s',
  async (condition) => {
    for (let code = 0; code < CODES; code++) {
      const text = await largest(code)
      expect(drawQr(text, 'low').dots).toBe(69)
      const take = hold(screenWith(text), condition, code)
      const finder = openFinder()
      const found = Array.from({ length: FRAMES })
        .keys()
        .map((frame) => finder.find(take(frame)))
      expect(found.find(Boolean), `code ${code}`).toBe(text)
    }
  },
)

/** Each with other parties. */
async function largest(code: number): Promise<string> {
  const counts = Array.from({ length: MAX_HANDED }, (_, index) => {
    const digest = 2n ** 60n + BigInt(code * MAX_HANDED + index) * 7_919_000_123n
    return { digest: digest.toString(16), boarded: 4 }
  })
  const departureId = '0198f2c4-0000-7000-8000-00000000b005'
  const head = { device: 7, departureId, seq: 999, at: 1_790_000_000_000 }
  const handed = { by: 7, handOvers: [{ ...head, counts }] }
  const [text = '', ...others] = await writeHandOver(handed, 'a secret of two phones')
  expect(others).toEqual([])
  return text
}
