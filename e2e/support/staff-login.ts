import type { Page } from 'playwright-core'

/**
 * Logs in as a member of staff of the demonstration, with one press.
 *
 * @param prefix of the language, such as '/el'
 */
export async function logInAs(
  page: Page,
  role: string,
  { site, prefix = '' }: { site: string; prefix?: string },
): Promise<void> {
  await page.goto(`${site}${prefix}/office/login`)
  await page.locator(`button[value="${role}"]`).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** Types the code that the demonstration shows beside its field. */
export async function fillCode(page: Page): Promise<void> {
  const field = page.locator('input[name=code]')
  const hint = await field.locator('xpath=..').innerText()
  await field.fill(/\d{6}/.exec(hint)?.[0] ?? '')
}
