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
