import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openPerson } from '#e2e/support/browser.ts'
import { readMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'

const scene = openScene()

test('a traveller from Ayia Napa books in Greek, without script, and pays with the challenge card', async () => {
  const { page, context } = await openPerson(scene.browser, {
    locale: 'el-CY',
    javaScriptEnabled: false,
  })
  await page.goto(scene.site.url)
  expect(new URL(page.url()).pathname).toBe('/el') // follows the language of the browser
  await page.getByLabel('Από', { exact: true }).selectOption({ label: 'Αγία Νάπα' })
  await page.getByLabel('Προς', { exact: true }).selectOption({ label: 'Αεροδρόμιο Λάρνακας' })
  await page.getByLabel('Ημερομηνία', { exact: true }).fill('2026-12-04')
  await page.locator('.party summary').click()
  await page.locator('#search-students').fill('2')
  await page.getByRole('button', { name: 'Δείτε δρομολόγια' }).click()

  await page.getByText('Επιλέξτε πρώτα δρομολόγιο').first().waitFor()
  await page.getByRole('link', { name: /07:20/ }).first().click()
  await page.locator('.party-change summary').click()
  expect(await page.locator('#students').inputValue()).toBe('2')
  await page.locator('#students').fill('1')
  await page.getByRole('button', { name: 'Υπολογισμός συνόλου' }).click()
  await page.getByText('22,00\u00A0€').first().waitFor()
  await page.getByRole('button', { name: 'Προσθήκη στο καλάθι' }).click()

  expect(new URL(page.url()).pathname).toBe('/el/cart')
  await page.getByRole('button', { name: /^Πληρωμή τώρα – 22,00\s€/ }).click()
  await page
    .getByText('Συμπληρώστε το ονοματεπώνυμο του ατόμου που θα δείξει το εισιτήριο.')
    .first()
    .waitFor()
  await page.locator('input[name=name]').fill('Ελένη Παράδειγμα')
  await page.locator('input[name=email]').fill('eleni@example.com')
  await page.getByRole('checkbox', { name: /όρους/ }).check()
  await page.getByRole('button', { name: /^Πληρωμή τώρα/ }).click()

  await payInGreek(page)
  expect(new URL(page.url()).pathname).toMatch(/^\/el\/payment\/success\//)
  const paid = await page.locator('main').innerText()
  expect(paid).toContain('eleni@example.com')

  await page
    .getByRole('link', { name: /εισιτηρίου/ })
    .first()
    .click()
  const ticket = await page.locator('main').innerText()
  for (const shown of ['Ελένη Παράδειγμα', '07:20', '07:10', 'Αγία Νάπα', '20 κιλά']) {
    expect(ticket).toContain(shown)
  }
  const mail = await readMail(scene.company, 'eleni@example.com')
  expect(mail.text).toContain('Παρασκευή 4 Δεκεμβρίου 2026')
  expect(mail.attachments).toHaveLength(3)
  await context.close()
})

test('the language switch keeps page, query and cart', async () => {
  const { page, context } = await openPerson(scene.browser, { address: '192.0.2.9' })
  await page.goto(`${scene.site.url}/book-now?from=Λάρνακα&to=larnaka`)
  await page.goto(`${scene.site.url}/book-now?from=ayia napa&to=LCA&date=2026-12-04`)
  await switchTo(page, 'Ελληνικά')
  await page.waitForURL('**/el/book-now**')
  expect(new URL(page.url()).searchParams.get('date')).toBe('2026-12-04')
  await page.getByRole('link', { name: /07:20/ }).first().click()
  await page.getByRole('button', { name: 'Προσθήκη στο καλάθι' }).click()
  await page.waitForURL('**/el/cart')
  await switchTo(page, 'English')
  await page.waitForURL(`${scene.site.url}/cart`)
  await page.getByText('Ayia Napa').first().waitFor()
  await context.close()
})

async function switchTo(page: Page, language: string): Promise<void> {
  await page.locator('[popovertarget=menu]').click()
  await page.locator('header').getByRole('link', { name: language }).click()
}

async function payInGreek(page: Page): Promise<void> {
  await page.locator('input[name=number]').fill('5555 5555 5555 5599')
  await page.locator('input[name=expiry]').fill('12/39')
  await page.locator('input[name=cvc]').fill('123')
  await page.locator('input[name=name]').fill('Eleni Example')
  await page.getByRole('button', { name: /^Πληρωμή/ }).click()
  await page.locator('input[name=code]').fill('123456')
  await page.getByRole('button', { name: 'Επιβεβαίωση' }).click()
  await page.waitForURL('**/el/payment/success/**')
}
