import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openDoor } from '#e2e/support/boarding-door.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* A scanner that types like a keyboard, and the sound and the vibration of each verdict. */

const scene = openScene()
const { buyTicket, getReady } = openDoor(scene)
const OUT = { from: 'NIC', to: 'LCA', date: '2026-12-03' }
const BACK = { from: 'LCA', to: 'NIC', date: '2026-12-03' }
const PAPHOS = { from: 'PFO', to: 'NIC', date: '2026-12-03' }
const NOON = { from: 'NIC', to: 'PFO', date: '2026-12-03' }

/** As a scanner types: no field is touched first. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

const says = (page: Page, sentence: string) =>
  page.locator('#verdict-words', { hasText: sentence }).waitFor()

const answer = (page: Page, text: string | RegExp) =>
  page.locator('#answers button', { hasText: text }).click()

/** The name of the element that has the focus; a field would open the keyboard of the screen. */
const focusOf = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.localName)

test('after every pressed answer the next scan is judged, and no keyboard opens over the verdict', async () => {
  const { signedCode, code, ...bought } = await buyTicket(OUT)
  const { page, context } = await getReady({ signedCode, code, ...bought })
  expect(await focusOf(page)).not.toBe('typed')
  await scan(page, signedCode)
  await says(page, 'Board 2.')

  await answer(page, 'Fewer')
  await answer(page, /^1$/)
  await says(page, '1 boarded.')
  expect(await focusOf(page)).toBe('verdict')
  await scan(page, signedCode)
  await says(page, '1 is aboard. Board 1 more.')

  await answer(page, 'Board 1')
  await says(page, '1 boarded.')
  expect(await focusOf(page)).toBe('verdict')
  await scan(page, code)
  await says(page, 'All 2 already aboard')

  await page.locator('[data-tab="names"]').first().click()
  await page.locator('[data-tab="scan"]').click()
  expect(await focusOf(page)).not.toBe('typed')
  // What was half typed is no part of the code that is scanned next.
  await page.locator('#typed').pressSequentially('7K')
  await page.locator('[data-tab="scan"]').focus()
  await scan(page, bought.lastFour.toLowerCase())
  await says(page, 'All 2 already aboard')
  await context.close()
})

test('a person with keys alone presses the answers, and goes on from the verdict', async () => {
  const { lastFour, ...bought } = await buyTicket(BACK)
  const { page, context } = await getReady({ lastFour, ...bought })
  await scan(page, lastFour)
  await says(page, 'Board 2.')
  await page.locator('#answers button', { hasText: 'Undo boarding of 2' }).focus()
  await page.keyboard.press('Space')
  await says(page, 'Boarding of 2 undone.')
  expect(await focusOf(page)).toBe('verdict')
  await scan(page, lastFour)
  await page.locator('#answers button', { hasText: 'Fewer' }).focus()
  await page.keyboard.press('Enter')
  await says(page, 'How many of the 2 are boarding?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await says(page, '1 boarded.')
  expect(await page.locator('#bus-count').textContent()).toBe('1/2 aboard')
  await context.close()
})

/** As a scanner that fires again before the disk has answered. */
function scanTwice(page: Page, code: string): Promise<void> {
  return page.evaluate((text) => {
    for (let time = 0; time < 2; time++) {
      document.querySelector<HTMLInputElement>('#typed')!.value = text
      document.querySelector<HTMLFormElement>('#check')!.requestSubmit()
    }
  }, code)
}

/** As a thumb that taps again before the disk has answered, wherever the answer may still be. */
async function pressTwice(page: Page, text: string): Promise<void> {
  await page.locator('#answers button', { hasText: text }).waitFor()
  await page.evaluate((label) => {
    for (let time = 0; time < 2; time++) {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('#answers button')]
      buttons.find(({ textContent }) => textContent === label)?.click()
    }
  }, text)
}

test('a code that is read twice at once and an answer that is pressed twice count once', async () => {
  const { signedCode, ...bought } = await buyTicket(NOON)
  const { page, context, network } = await getReady({ signedCode, ...bought })
  network.cut()
  await scan(page, signedCode)
  await pressTwice(page, 'Undo boarding of 2')
  await says(page, 'Boarding of 2 undone.')
  await scanTwice(page, signedCode)
  await says(page, 'All 2 already aboard')
  await pressTwice(page, 'Let 2 board anyway')
  await pressTwice(page, 'Undo boarding of 2')
  await says(page, 'Boarding of 2 undone.')
  network.restore()
  const findCounts = async () => {
    const { rows } = await sql<{ boarded: number }>`
      select boarded from scans where departure_id = ${bought.departureId} order by seq`.execute(
      scene.books,
    )
    return rows.length > 0 && rows.map(({ boarded }) => boarded)
  }
  const counts = await until('the scans at the office', findCounts)
  expect(counts).toEqual([2, -2, 2, 2, -2])
  await context.close()
})

const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The capital letters of a Greek keyboard on the same keys; on some, those of S and W are the same. */
const GREEK = 'ΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠ:ΡΣΤΘΩΣΧΥΖ'

test('a scanner is understood behind a Greek keyboard', async () => {
  const { signedCode, ...bought } = await buyTicket(PAPHOS)
  const { page, context } = await getReady({ signedCode, ...bought }, '/el')
  const keys = await context.newCDPSession(page)
  const press = async (key: string, code: string, shift: boolean) => {
    const isText = key !== 'Dead'
    const event = { key, code, modifiers: shift ? 8 : 0 }
    const down = isText ? { type: 'keyDown' as const, text: key } : { type: 'rawKeyDown' as const }
    await keys.send('Input.dispatchKeyEvent', { ...down, ...event })
    await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  const typeGreek = async (text: string) => {
    for (const letter of text) {
      const greek = GREEK[LATIN.indexOf(letter)]
      if (letter === ':') await press('Dead', 'Semicolon', true)
      else await press(greek ?? letter, greek ? `Key${letter}` : '', greek !== undefined)
    }
    expect(await page.locator('#typed').inputValue()).toBe(text)
  }
  await typeGreek('SWQ:')
  await page.locator('#typed').clear()
  await typeGreek(signedCode)
  await page.keyboard.press('Enter')
  await says(page, 'Επιβίβαση: 2 άτομα.')
  await context.close()
})

test('each verdict is heard and felt as what it is', async () => {
  const { lastFour, ...bought } = await buyTicket(OUT)
  const { page, context } = await getReady({ lastFour, ...bought })
  await page.evaluate(() => {
    const felt: unknown[] = []
    Object.assign(globalThis, { felt })
    navigator.vibrate = (pattern) => felt.push({ pattern }) > 0
    // oxlint-disable-next-line typescript/unbound-method -- called with its own oscillator
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function note(at) {
      felt.push({ hertz: this.frequency.value })
      start.call(this, at)
    }
  })
  const feel = () =>
    page.evaluate(() => (globalThis as unknown as { felt: unknown[] }).felt.splice(0))
  const before = await page.locator('#bus-count').textContent()
  await scan(page, lastFour)
  await says(page, 'Board 2.')
  expect(await feel()).toEqual([{ pattern: [80] }, { hertz: 1320 }])
  await answer(page, 'Fewer')
  await says(page, 'How many of the 2 are boarding?')
  expect(await feel()).toEqual([{ pattern: [80, 80, 80] }, { hertz: 880 }, { hertz: 880 }])
  expect(await page.locator('#bus-count').textContent()).toBe(before)
  await answer(page, /^2$/)
  await says(page, '2 boarded.')
  expect(await feel()).toEqual([{ pattern: [80] }, { hertz: 1320 }])
  await scan(page, lastFour)
  await says(page, 'All 2 already aboard')
  expect(await feel()).toEqual([{ pattern: [400] }, { hertz: 220 }])
  // A phone without a motor, or a browser without sound, shows the same verdict.
  await page.evaluate(() => {
    navigator.vibrate = () => {
      throw new DOMException('no motor')
    }
  })
  await scan(page, 'ZZZZ')
  await says(page, 'No booking ends in ZZZZ.')
  expect(await feel()).toEqual([])
  await context.close()
})
