import type { Page } from 'playwright-core'

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
}

async function pressPay(page: Page, bank: string): Promise<void> {
  await page.getByRole('checkbox', { name: /όρους/ }).check()
  await page.getByRole('button', { name: /^Παραγγελία με υποχρέωση πληρωμής/ }).click()
  await page.waitForURL(`${bank}/**`)
}

/** By the bank's button, which leaves its page open; ours leads there again. */
export async function leaveAndComeAgain(page: Page, bank: string): Promise<void> {
  await page.getByRole('button', { name: 'Ακύρωση και επιστροφή στο κατάστημα' }).click()
  await page.waitForURL('**/el/payment/fail/**')
  await page.locator('h1', { hasText: 'Δεν έχει πληρωθεί ακόμη' }).waitFor()
  await page.getByRole('link', { name: /^Πίσω στο καλάθι/ }).click()
  await page.waitForURL('**/el/cart')
  await pressPay(page, bank)
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.locator('input[name=number]').fill(number)
  await page.locator('input[name=expiry]').fill('12/39')
  await page.locator('input[name=cvc]').fill('123')
  await page.locator('input[name=name]').fill('Eleni Example')
  await page.getByRole('button', { name: /^Πληρωμή/ }).click()
}

export async function answerTheCardsBank(page: Page): Promise<void> {
  await page.locator('input[name=code]').fill('123456')
  await page.getByRole('button', { name: 'Επιβεβαίωση' }).click()
  await page.waitForURL('**/el/payment/success/**')
}
