import type { Locator, Page } from 'playwright-core'

/** Presses one of the choices after a cancelled bus, and again where the page asks whether that is right. */
export async function pressChoice(page: Page, choice: Locator): Promise<void> {
  await choice.click()
  await page.locator('.choose button.button-action').click()
}
