import { expect, test } from 'vitest'

import { openDoor, untilReady } from '#e2e/support/boarding-door.ts'
import { findBarriers } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* The copy of its page, without which a phone cannot do without a network. */

const scene = openScene()
const { buyTicket, openPhone, getList, openAgain, getReady } = openDoor(scene)
const OUT = { from: 'NIC', to: 'LCA', date: '2026-12-03' }

test.each([
  [
    '',
    /^List of \d\d:\d\d\. Keep this page open until it is saved on this phone\.$/,
    'The code cannot be drawn yet. Update the list where there is a network, or send the text below.',
  ],
  [
    '/el',
    /^Λίστα: \d\d:\d\d\. Κρατήστε τη σελίδα ανοιχτή μέχρι να αποθηκευτεί στο τηλέφωνο\.$/,
    'Ο κωδικός δεν μπορεί ακόμη να εμφανιστεί. Ενημερώστε τη λίστα όπου υπάρχει δίκτυο, ή στείλτε το κείμενο παρακάτω.',
  ],
])(
  'the bar of a phone is green only once its page is saved there (%s)',
  async (prefix, keepOpen, notDrawn) => {
    const bought = await buyTicket(OUT)
    const phone = await openPhone(prefix)
    const { page, context, network } = phone
    await page.addInitScript(holdBackWorker)
    await getList(phone, bought, prefix)
    const state = page.locator('#state')
    expect(await state.textContent()).toMatch(keepOpen)
    expect(await state.getAttribute('class')).toBe('state state-ask')
    const flaws: string[] = []
    const look = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        flaws.push(...(await findFlaws(page)), ...(await findBarriers(page)))
        if (!process.env.PICTURES) continue
        const file = `${name}${prefix.replace('/', '-')}-${colorScheme}.png`
        await page.screenshot({ path: `${process.env.PICTURES}/${file}` })
      }
    }
    await look('not-copied')

    // The phone goes on meanwhile, and says what it cannot do.
    network.cut()
    await page.locator('#typed').fill(bought.lastFour)
    await page.keyboard.press('Enter')
    await page.locator('.verdict-go').waitFor()
    await page.locator('[data-tab="more"]').first().click()
    await page.locator('[data-tab="hand-over"]').click()
    await page.locator('#hand-over-says', { hasText: notDrawn }).waitFor()
    expect(await page.locator('#hand-over-code').isVisible()).toBe(false)
    expect(await page.locator('#hand-over-text').textContent()).toMatch(/^P2/)
    await look('not-drawn')
    expect(flaws).toEqual([])

    // The worker cannot be fetched without a network. The phone tries again on its own.
    await page.evaluate(() => document.body.dispatchEvent(new Event('worker')))
    await until('the try for the worker', () => page.evaluate(() => document.body.dataset.tried))
    network.restore()
    await untilReady(page)
    await page.locator('[data-tab="more"]').first().click()
    await page.locator('[data-tab="hand-over"]').click()
    await page.locator('#hand-over-code').waitFor()

    await page.close()
    network.cut()
    const cold = await openAgain(phone, `${prefix}/office/boarding`)
    expect(await cold.locator('#state').getAttribute('class')).toBe('state state-go')
    await context.close()
  },
)

/** A worker is registered only after the event "worker"; the first registration that fails is noted. */
function holdBackWorker(): void {
  const { serviceWorker } = navigator
  const register = serviceWorker.register.bind(serviceWorker)
  let isHeld = true
  serviceWorker.register = async (...given) => {
    if (isHeld) await new Promise((resolve) => document.body.addEventListener('worker', resolve))
    isHeld = false
    try {
      return await register(...given)
    } catch (error) {
      document.body.dataset.tried = 'in vain'
      throw error
    }
  }
}

test('a phone whose key is gone starts, and gets its list again', async () => {
  const bought = await buyTicket({ from: 'PFO', to: 'NIC', date: '2026-12-03' })
  const phone = await getReady(bought)
  await phone.page.evaluate(async () => {
    const opening = indexedDB.open('boarding')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const change = opening.result.transaction('keys', 'readwrite')
    change.objectStore('keys').delete('key')
    await new Promise((resolve) => change.addEventListener('complete', resolve))
  })
  await phone.page.close()
  const again = await openAgain(phone)
  expect(await again.locator('#choose-button').isVisible()).toBe(true)
  await phone.context.close()
})
