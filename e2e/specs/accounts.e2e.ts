import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { el } from '#app/i18n/el.ts'
import { en } from '#app/i18n/en.ts'
import { listBreaches } from '#e2e/support/books.ts'
import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { languagesNow } from '#e2e/support/languages-now.ts'
import { readMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { localePath } from '#platform/locale.ts'
import { until } from '#test/fixtures/until.ts'

/* The life of an account in a browser, from the sign-up to the erasure. */

const WORDS = { en, el }
const PASSWORDS = ['seven green buses', 'three buses to the sea', 'το λεωφορείο των εννιά'] as const

let people = 0

const scene = openScene()

const WAYS = [
  ['en', 'with script', 360],
  ['el', 'without script', 360],
  ['en', 'without script', 1280],
  ['el', 'with script', 1280],
] as const

test.each(WAYS.filter(([locale]) => languagesNow().includes(locale)))(
  'an account in %s, %s, at %i px',
  async (locale, script, width) => {
    people += 1
    const email = `traveller-${people}@example.com`
    const name = locale === 'el' ? 'Ελένη Παράδειγμα' : 'Anna Example'
    const javaScriptEnabled = script === 'with script'
    const person = { locale: locale === 'el' ? 'el-CY' : 'en-GB', javaScriptEnabled, width }
    const phone = await openPerson(scene.browser, { ...person, address: `192.0.2.${10 + people}` })
    const { page } = phone
    const { account, cart, common } = WORDS[locale]
    const [first, second, third] = PASSWORDS
    const go = (path: string) => page.goto(scene.site.url + localePath(locale, path))
    const field = (label: string) => page.getByLabel(label, { exact: true }).locator('visible=true')
    const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
    const isAt = (path: string) =>
      page.waitForURL((url) => url.pathname === localePath(locale, path))

    // Signs up, and sees every rule and every mistake on the page.
    await go('/users/signup')
    await page.getByText(account.hints.password(8)).waitFor()
    await press(account.signUp.submit)
    await page.getByText(common.errorSummary).waitFor()
    await field(account.fields.name).fill(name)
    await field(account.fields.email).fill(email)
    await field(account.fields.password).fill(first)
    await page.getByRole('checkbox').check()
    await press(account.signUp.submit)
    await page.getByRole('heading', { name: account.signUp.sentTitle }).waitFor()

    // Opens the link, as mail scanners do first, and confirms with the password.
    const link = await readLink(email, '/users/confirm')
    expect((await fetch(link)).status).toBe(200)
    await page.goto(link)
    await field(account.fields.password).fill('The password is wrong')
    await press(account.confirm.submit)
    await page.getByText(common.errorSummary).waitFor()
    await field(account.fields.password).fill(first)
    await press(account.confirm.submit)
    await isAt('/account')
    await page.getByText(account.news.confirmed).waitFor()

    // Logs out and in again through the header.
    await press(account.leaving.here)
    await page.getByText(account.news['logged-out'], { exact: true }).waitFor()
    await go('/faq')
    await openAccount(page, common, width)
    const barriers = javaScriptEnabled ? await lookAtDialog() : []
    expect(barriers).toEqual([])
    if (!javaScriptEnabled) await isAt('/users/login')
    const showButtons = await page.getByRole('button', { name: account.showPassword }).count()
    expect(showButtons).toBe(javaScriptEnabled ? 1 : 0)
    await field(account.fields.password).fill(first)
    await field(account.fields.email).fill(email)
    await press(account.logIn.submit)
    await isAt('/account')
    if (javaScriptEnabled) {
      // The same link redirects a visitor who is logged in.
      await go('/faq')
      await openAccount(page, common, width)
      await isAt('/account')
    }

    // Buys with the saved details, and finds the booking in the list.
    const date = scene.company
      .now()
      .toZonedDateTimeISO('Asia/Nicosia')
      .add({ days: 2 })
      .toPlainDate()
    await go(`/book-now?from=NIC&to=LCA&date=${date.toString()}&adults=1`)
    await page.locator('a[href*="departure="]').first().click()
    await page.locator('form:has([name=from-stop]) button.button-action').click()
    await isAt('/cart')
    expect(await page.locator('input[name=name]').inputValue()).toBe(name)
    expect(await page.locator('input[name=email]').inputValue()).toBe(email)
    await page.getByRole('checkbox', { name: cart.checkout.terms }).check()
    await page.locator('#pay').click()
    await payAtBank(page)
    await page.waitForURL('**/payment/success/**')
    await go('/bookings')
    await page.getByText(WORDS[locale].bookings.ofAccount).waitFor()
    expect(await page.getByRole('link', { name: WORDS[locale].bookings.ticket }).count()).toBe(1)

    // Logs in on another device, and changes the password here.
    const laptop = await openPerson(scene.browser, { ...person, address: `192.0.2.${20 + people}` })
    const logInOn = async (there: Page) => {
      await there.locator('#log-in-email').fill(email)
      await there.locator('#log-in-password').fill(first)
      await there.locator('#log-in .button-action').click()
      await there.waitForURL(`**${localePath(locale, '/account')}`)
    }
    await laptop.page.goto(scene.site.url + localePath(locale, '/users/login'))
    await logInOn(laptop.page)
    await laptop.page.goto(scene.site.url + localePath(locale, '/bookings'))
    expect(
      await laptop.page.getByRole('link', { name: WORDS[locale].bookings.ticket }).count(),
    ).toBe(1)
    await expectMails(laptop.page, { least: 1 })

    // Sees the other device, logs it out, and it logs in again.
    await go('/account')
    const sessions = page.locator('.sessions > li')
    await sessions.filter({ hasText: account.leaving.thisDevice }).waitFor()
    expect(await sessions.count()).toBe(2)
    await sessions.getByRole('button').click()
    await page.getByText(account.news['session-ended']).waitFor()
    expect(await sessions.count()).toBe(1)
    await laptop.page.goto(scene.site.url + localePath(locale, '/account'))
    await logInOn(laptop.page)

    await go('/account')
    await page.getByText(account.password.change, { exact: true }).first().click()
    await field(account.fields.currentPassword).fill(first)
    await field(account.fields.newPassword).fill(second)
    await press(account.password.save)
    await page.getByText(account.news['password-changed']).waitFor()
    await laptop.page.goto(scene.site.url + localePath(locale, '/account'))
    expect(new URL(laptop.page.url()).pathname).toBe(localePath(locale, '/users/login'))
    await laptop.page.goto(scene.site.url + localePath(locale, '/bookings'))
    expect(
      await laptop.page.getByRole('link', { name: WORDS[locale].bookings.ticket }).count(),
    ).toBe(0)
    await laptop.context.close()

    // Learns before the form that an account with a ride to come cannot be erased, and what to do.
    await go('/account')
    await page.getByText(account.yours.erase, { exact: true }).click()
    await page.getByText(account.yours.notYet).waitFor()
    await page.locator('#meant').getByRole('link', { name: account.bookings.open }).waitFor()
    expect(await page.locator('#erase-password').count()).toBe(0)

    // Downloads all data; logs out everywhere.
    const taken = await page.request.get(
      `${scene.site.url}${localePath(locale, '/account/data.json')}`,
    )
    expect(taken.headers()['content-disposition']).toContain('attachment')
    expect(await taken.json()).toMatchObject({
      account: { name, email },
      orders: [{ contactEmail: email }],
    })
    await press(account.leaving.everywhere)
    await page.getByText(account.news['logged-out-everywhere']).waitFor()

    // Resets a forgotten password and logs in with the new one.
    await page.getByRole('link', { name: account.logIn.forgot }).click()
    await field(account.fields.email).fill(email)
    await press(account.forgot.submit)
    await page.getByRole('heading', { name: account.forgot.sentTitle }).waitFor()
    await page.goto(await readLink(email, '/users/reset-password'))
    await field(account.fields.newPassword).fill(third)
    await press(account.reset.submit)
    await page.getByText(account.news.reset).waitFor()
    await field(account.fields.email).fill(email)
    await field(account.fields.password).fill(third)
    await press(account.logIn.submit)
    await isAt('/account')
    await expectMails(page, { least: 3 })

    // Travels, then erases the account.
    scene.company.moveClock({ hours: 72 })
    await erase(third)
    await page.getByText(account.news.erased).waitFor()
    await go('/bookings')
    expect(await page.getByRole('link', { name: WORDS[locale].bookings.ticket }).count()).toBe(0)
    expect(await listPlaces(email)).toEqual([])
    expect(await listBreaches(scene.company, scene.books)).toEqual([])
    expect(phone.complaints.filter((text) => !/422|Cleared data types/.test(text))).toEqual([])
    await phone.context.close()

    /** Closed by a key and opened again, with the password visible for a moment. */
    async function lookAtDialog(): Promise<string[]> {
      const dialog = page.getByRole('dialog', { name: account.logIn.title })
      await dialog.waitFor()
      const found = await findBarriers(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await openAccount(page, common, width)
      await field(account.fields.password).fill('shown')
      await page.getByRole('button', { name: account.showPassword }).click()
      await dialog.locator('input[type=text]').waitFor()
      await page.getByRole('button', { name: account.hidePassword }).click()
      return found
    }

    /** The emails about the account and its ticket, whichever browser asked for them. */
    async function expectMails(reader: Page, { least }: { least: number }): Promise<void> {
      await until(`${least} mails to ${email}`, async () => {
        await reader.goto(scene.site.url + localePath(locale, '/mailbox'))
        return (await reader.locator('.mails').getByText(email).count()) >= least
      })
    }

    async function erase(password: string): Promise<void> {
      await go('/account')
      await page.getByText(account.yours.erase, { exact: true }).click()
      await page.getByRole('checkbox', { name: account.yours.meant }).check()
      await page.locator('#erase-password').fill(password)
      await press(account.yours.eraseNow)
    }
  },
)

test('a password manager can tell the fields apart', async () => {
  const { page, context } = await openPerson(scene.browser, { javaScriptEnabled: false })
  const kinds: Record<string, [string, string | null][]> = {}
  for (const path of ['/users/login', '/users/signup', '/users/forgot-password']) {
    await page.goto(scene.site.url + path)
    const fields = await page.locator('main form input[autocomplete]').all()
    kinds[path] = await Promise.all(
      fields.map(async (one) => [
        (await one.getAttribute('name')) ?? '',
        await one.getAttribute('autocomplete'),
      ]),
    )
  }
  expect(kinds).toEqual({
    '/users/login': [
      ['email', 'username'],
      ['log-in-password', 'current-password'],
    ],
    '/users/signup': [
      ['name', 'name'],
      ['email', 'username'],
      ['password', 'new-password'],
    ],
    '/users/forgot-password': [['email', 'username']],
  })
  await context.close()
})

/** Through the header, whose menu opens first on a phone. */
async function openAccount(
  page: Page,
  common: (typeof en)['common'],
  width: number,
): Promise<void> {
  if (width < 1280) await page.getByRole('button', { name: common.openMenu }).click()
  await page.locator('header').getByRole('link', { name: common.account, exact: true }).click()
}

/** From the newest email to this address, once it is the one with the link to this page. */
async function readLink(email: string, page: string): Promise<string> {
  return until(`a link to ${page}`, async () => {
    const { text = '' } = await readMail(scene.company, email)
    return text.match(/https?:\S+/g)?.find((link) => link.includes(`${page}?token=`))
  })
}

async function payAtBank(page: Page): Promise<void> {
  await page.locator('input[name=number]').fill('4111 1111 1111 1111')
  await page.locator('input[name=expiry]').fill('12/39')
  await page.locator('input[name=cvc]').fill('123')
  await page.locator('input[name=name]').fill('A Example')
  await page.locator('button[type=submit], form button').first().click()
}

/** Places that still contain the address. modules/accounts shows that there are none anywhere. */
async function listPlaces(email: string): Promise<string[]> {
  const orders = await scene.books
    .selectFrom('orders')
    .select('reference')
    .where('contactEmail', '=', email)
    .execute()
  const mails = await scene.books
    .selectFrom('mails')
    .select('mailId')
    .where('address', '=', email)
    .execute()
  const accounts = await scene.books
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .execute()
  return [...orders, ...mails, ...accounts].map((row) => JSON.stringify(row))
}
