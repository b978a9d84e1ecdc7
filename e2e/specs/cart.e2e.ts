import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openPerson } from '#e2e/support/browser.ts'
import { openScene } from '#e2e/support/scene.ts'
import { COMMON_DOMAINS, guessEmail, isEmail } from '#platform/text/email.ts'

/* The cart with script: the hold counts down, an address is queried, and the button is pressed once. */

const DEPARTURES = '/book-now?from=NIC&to=LCA&date=2026-12-10'
const TYPED = [
  'anna@gmial.com',
  'Anna.Example+bus@GMAI.com',
  'anna@gmail.co',
  'anna@gmaill.com',
  'anna@gnail.com',
  'anna@gmail.com',
  'anna@gmailcom',
  'anna@hotmail.cm',
  'anna@example.com',
  'a@b@gmial.com',
  'άννα@yaho.gr',
  'anna@ucy.ac.c',
  'anna',
  '',
  ...COMMON_DOMAINS.map((domain) => `bob@${domain.slice(1)}`),
]

const scene = openScene()

test('the hold counts down, warns five minutes before its end, and is announced twice', async () => {
  const { page, context } = await openCart('192.0.2.11')
  const strip = page.locator('.hold-strip')
  const announcer = page.locator('#hold [aria-live=polite]')
  expect(await strip.getAttribute('data-tone')).toBe('info')
  await leaveSeconds(page, 310)
  expect(await strip.getAttribute('data-tone')).toBe('info')
  expect(await announcer.textContent()).toBe('')
  await leaveSeconds(page, 299)
  expect(await strip.getAttribute('data-tone')).toBe('warning')
  expect(await announcer.textContent()).toBe('Your seats are held for 5 more minutes.')
  await leaveSeconds(page, 59)
  expect(await announcer.textContent()).toBe('Your seats are held for 1 more minute.')
  await context.close()
})

test('at the end of the hold its seats can be held again, nothing typed is lost, and nobody can pay', async () => {
  const { page, context } = await openCart('192.0.2.12')
  const pay = page.getByRole('button', { name: /^Pay now/ })
  await page.getByLabel('Name', { exact: true }).fill('Anna Example')
  expect(await pay.count()).toBe(1)
  await page.clock.fastForward(1000 * (await secondsLeft(page)))
  await page.getByRole('button', { name: 'Hold these seats again' }).waitFor()
  expect(await page.locator('#hold [aria-live=polite]').textContent()).toBe(
    'We are no longer holding your seats',
  )
  expect(await pay.count()).toBe(0)
  await page.getByText('Hold the seats again to continue').waitFor()
  const name = page.getByLabel('Name', { exact: true })
  expect(await name.inputValue()).toBe('Anna Example')

  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await name.press('Enter')
  expect(intentsOf((await sent).postData())).toEqual(['take-again'])
  await pay.waitFor()
  expect(await name.inputValue()).toBe('Anna Example')
  await context.close()
})

test('the page asks about the same addresses as the server, and takes what was meant', async () => {
  const { page, context } = await openCart('192.0.2.13')
  const field = page.getByLabel('Email', { exact: true })
  const asked = page.locator('.email [data-meant]')
  for (const typed of TYPED) {
    await field.fill(typed)
    await page.clock.runFor(700)
    const meant = isEmail(typed) ? guessEmail(typed) : undefined
    expect(await asked.allTextContents(), typed).toEqual(meant ? [`Use ${meant}`] : [])
    if (!meant) continue
    await page.getByText(`Did you mean ${meant}?`).waitFor()
    expect(await page.locator('[name=email-asked]').inputValue()).toBe(typed)
  }
  await field.fill('Anna@gmial.com')
  await page.clock.runFor(700)
  await asked.click()
  expect(await field.inputValue()).toBe('Anna@gmail.com')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await asked.count()).toBe(0)
  await context.close()
})

test('the pay button is pressed once, sends its name, and can be pressed again without an answer', async () => {
  const { page, context } = await openCart('192.0.2.14')
  // The form is not sent, as if no answer came.
  await page.evaluate(() => {
    addEventListener('submit', (event) => {
      event.preventDefault()
      const { submitter } = event
      if (submitter instanceof HTMLButtonElement) document.body.dataset.sent = submitter.value
    })
  })
  await page.getByRole('button', { name: /^Pay now/ }).click()
  const busy = page.getByRole('button', { name: 'Opening the payment page…' })
  await page.clock.runFor(10)
  await busy.waitFor()
  expect(await busy.isDisabled()).toBe(true)
  expect(await busy.getAttribute('aria-busy')).toBe('true')
  expect(await page.locator('body').getAttribute('data-sent')).toBe('pay')
  await page.clock.fastForward(10_000)
  expect(await page.getByRole('button', { name: /^Pay now/ }).isEnabled()).toBe(true)
  await context.close()
})

test('a cart that the browser restores as it was is loaded again', async () => {
  const { page, context } = await openCart('192.0.2.15')
  const loaded = page.waitForRequest((request) => request.isNavigationRequest())
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect((await loaded).url()).toBe(`${scene.site.url}/cart`)
  await context.close()
})

async function openCart(address: string) {
  const person = await openPerson(scene.browser, { address })
  const { page } = person
  await page.goto(scene.site.url + DEPARTURES)
  await page.locator('a.departure').first().click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
  await page.clock.install()
  // The clock of the tests has no origin until it is read for the first time.
  await page.addInitScript(() => Date.now())
  await page.reload()
  await page.locator('.hold-left').waitFor()
  return person
}

/** As the countdown says. */
async function secondsLeft(page: Page): Promise<number> {
  const text = (await page.locator('.hold-left [role=timer]').textContent()) ?? ''
  const [minutes, seconds] = text.split(':').map(Number)
  return (minutes ?? Number.NaN) * 60 + (seconds ?? Number.NaN)
}

async function leaveSeconds(page: Page, seconds: number): Promise<void> {
  await page.clock.fastForward(1000 * ((await secondsLeft(page)) - seconds))
}

function intentsOf(body: string | null): string[] {
  return new URLSearchParams(body ?? '').getAll('intent')
}
