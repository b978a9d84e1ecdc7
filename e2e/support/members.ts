import { until, untilFree } from '#test/fixtures/until.ts'

import { linksIn, openBrowser, type Traveller } from './traveller.ts'

/* People with an account, over plain HTTP; their emails are read in the site's mailbox. */

export const PASSWORD = 'seven green buses'

type Person = { email: string; name?: string }

/** Signs up as far as the email, and returns the token of its link. */
export async function askForAccount(
  browser: Traveller,
  { email, name = 'Maria Member' }: Person,
): Promise<string> {
  const { site } = browser
  await browser.submit(`${site}/users/signup`, { name, email, password: PASSWORD, terms: 'yes' })
  return readToken(browser, '/users/confirm')
}

/** A browser that is logged in to a new account. */
export async function joinAs(site: string, person: Person): Promise<Traveller> {
  const browser = openBrowser(site)
  const token = await askForAccount(browser, person)
  const fields = { token, 'confirm-password': PASSWORD }
  const confirm = `${site}/users/confirm?token=${token}`
  const page = await untilFree(() => browser.submit(confirm, fields))
  if (!page.url.includes('/account')) throw new Error(`no account: ${page.status} ${page.url}`)
  return browser
}

/** Asks for a new password, and returns the token of the link. */
export async function askForReset(browser: Traveller, email: string): Promise<string> {
  await browser.submit(`${browser.site}/users/forgot-password`, { email })
  return readToken(browser, '/users/reset-password')
}

/** The token in this mailbox's newest email with a link to this page that is not yet `known`. */
export async function readToken(
  browser: Traveller,
  page: string,
  known: readonly string[] = [],
): Promise<string> {
  return until(`a mail with a link to ${page}`, async () => {
    const box = await browser.visit('/mailbox')
    const mails = linksIn(box.html).filter((href) => /\/mailbox\/[\da-f-]{36}$/.test(href))
    for (const href of mails) {
      const { html } = await browser.visit(`${href}/message.html`)
      const link = linksIn(html).find((one) => one.includes(`${page}?token=`))
      const token = link && new URL(link).searchParams.get('token')
      if (token && !known.includes(token)) return token
    }
    return undefined
  })
}
