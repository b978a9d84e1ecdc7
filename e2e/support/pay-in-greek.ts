import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import type { Database } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'

import { openPerson, type TestBrowser } from './browser.ts'
import { findForeignWords } from './finished.ts'
import type { Company } from './processes.ts'
import { readMail } from './read-mail.ts'

type Payer = { site: string; bank: string; email: string }

/** From the search to the bank's page: one adult from Ayia Napa to the airport. */
export async function goPayInGreek(page: Page, { site, bank, email }: Payer): Promise<void> {
  await page.goto(`${site}/el/book-now?from=ayia napa&to=LCA&date=2026-12-04`)
  await page.getByRole('link', { name: /07:20/ }).first().click()
  await page.getByRole('button', { name: 'Προσθήκη στο καλάθι' }).click()
  await page.waitForURL('**/el/cart')
  await page.locator('input[name=name]').fill('Ελένη Παράδειγμα')
  await page.locator('input[name=email]').fill(email)
  await pressPay(page, bank)
  const shown = await page.locator('main').innerText()
  expect(findForeignWords(shown.split('\n'))).toEqual([])
  expect(shown).toMatch(/^(?:Εισιτήριο λεωφορείου [\dA-Z]{8}, 1 επιβάτης|Halcyon [\dA-Z]{8}-1)$/m)
}

async function pressPay(page: Page, bank: string): Promise<void> {
  await page.getByRole('checkbox', { name: /όρους/ }).check()
  await page.getByRole('button', { name: /^Πληρωμή τώρα/ }).click()
  await page.waitForURL(`${bank}/**`)
}

/** Leaves by the bank's button, which keeps its page open; our page leads there again. */
export async function leaveAndComeAgain(page: Page, bank: string): Promise<void> {
  await page.getByRole('button', { name: 'Ακύρωση και επιστροφή στο κατάστημα' }).click()
  await page.waitForURL('**/el/payment/fail/**')
  await page.locator('h1', { hasText: 'Δεν έχει πληρωθεί ακόμη' }).waitFor()
  await page.getByRole('link', { name: /^Πίσω στο καλάθι/ }).click()
  await page.waitForURL('**/el/cart')
  expect(await page.getByRole('checkbox', { name: /όρους/ }).isChecked()).toBe(true)
  await pressPay(page, bank)
}

async function enterCard(page: Page, number: string): Promise<void> {
  await page.locator('input[name=number]').fill(number)
  await page.locator('input[name=expiry]').fill('12/39')
  await page.locator('input[name=cvc]').fill('123')
  await page.locator('input[name=name]').fill('Eleni Example')
  await page.getByRole('button', { name: /^Πληρωμή/ }).click()
}

async function answerTheCardsBank(page: Page): Promise<void> {
  await page.locator('input[name=code]').fill('123456')
  await page.getByRole('button', { name: 'Επιβεβαίωση' }).click()
  await page.waitForURL('**/el/payment/success/**')
}

/** A declined card, then one with 3-D Secure, and the ticket. */
export async function payAtTheSecondTry(page: Page): Promise<void> {
  await enterCard(page, '4000 0000 0000 0002')
  await page.getByText('Η κάρτα απορρίφθηκε.').first().waitFor()
  await enterCard(page, '5555 5555 5555 5599')
  await answerTheCardsBank(page)
}

export async function openTicket(page: Page, email: string): Promise<void> {
  expect(await page.locator('main').innerText()).toContain(email)
  const ticket = page.getByRole('link', { name: /εισιτηρίου/ }).first()
  await ticket.click()
  expect(await page.locator('main').innerText()).toContain('Ελένη Παράδειγμα')
}

type Shop = { company: Company; books: Database }

/** Pays and never returns. Once there are three webhooks, returns their types. */
export async function payAndVanish(
  browser: TestBrowser,
  payer: Payer,
  { company, books }: Shop,
): Promise<string[]> {
  const { page, context } = await openPerson(browser, { locale: 'el-CY', address: '192.0.2.7' })
  await goPayInGreek(page, payer)
  await page.route(`${payer.site}/**`, (route) => route.abort())
  await enterCard(page, '4111 1111 1111 1111').catch(() => undefined)
  await context.close()

  const mail = await readMail(company, payer.email)
  expect(mail.text).toContain('Παρασκευή 4 Δεκεμβρίου 2026')
  const kinds = await until('all notices are read', async () => {
    const read = await books.selectFrom('paymentNotices').selectAll().execute()
    return read.length >= 3 && read.every((one) => one.processedAt) && read.map(({ kind }) => kind)
  })
  return kinds.toSorted()
}
