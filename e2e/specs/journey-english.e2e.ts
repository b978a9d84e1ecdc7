import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { readMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'

const scene = openScene()

test('a family books a return trip in English, with script, and pays with the challenge card', async () => {
  const { page, context, complaints } = await openPerson(scene.browser)
  const barriers: string[] = []
  const look = async (screen: string) => {
    const found = await findBarriers(page)
    barriers.push(...found.map((barrier) => `${screen}: ${barrier}`))
  }

  await page.goto(scene.site.url)
  await look('home')
  await page.getByLabel('Return', { exact: true }).check()
  await page.getByLabel('From', { exact: true }).selectOption({ label: 'Nicosia' })
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Larnaca Airport' })
  await page.getByLabel('Date', { exact: true }).fill('2026-12-04')
  await page.getByLabel('Return date').fill('2026-12-11')
  await page.getByText('1 adult', { exact: true }).click()
  await page.getByRole('button', { name: 'More adults' }).click()
  await page.getByRole('button', { name: 'More children' }).click()
  await page.getByRole('button', { name: 'More infants' }).click()
  await page.getByText('2 adults, 1 child, 1 infant').first().waitFor()
  await look('who travels')
  await page.getByRole('button', { name: 'Show departures' }).click()

  await look('departures')
  await page.getByText('Select a departure first').first().waitFor()
  expect(new URL(page.url()).search).toBe(
    '?trip=return&from=NIC&to=LCA&date=2026-12-04&return-date=2026-12-11&adults=2&children=1&infants=1',
  )
  await page.getByText('Price for 2 adults, 1 child, 1 infant').waitFor()
  expect(await page.locator('.board .price').allInnerTexts()).toContain('€22.50')
  await selectDeparture(page, '09:30')
  await look('departures back')
  await selectDeparture(page, '17:30')
  await page.getByRole('button', { name: 'Add to cart' }).waitFor()
  await page.getByText('€45.00').first().waitFor()
  await page.locator('.party-change summary').click()
  await page.locator('#children').fill('0')
  await page.getByText('€36.00').first().waitFor()
  await page.getByRole('button', { name: 'More children' }).last().click()
  await page.getByText('€45.00').first().waitFor()
  await look('passengers')
  await page.getByRole('button', { name: 'Add to cart' }).click()

  await page.waitForURL('**/cart')
  await look('cart')
  await page.getByRole('button', { name: /^Pay now – €45\.00/ }).click()
  await page.getByText('There is a problem').waitFor()
  await look('cart with errors')
  await page.getByLabel('Name', { exact: true }).fill('Anna Example')
  await page.getByLabel('Email', { exact: true }).fill('anna@example.com')
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
  await page.getByRole('button', { name: /^Pay now/ }).click()

  await payAtBank(page, '5555 5555 5555 5599')
  await page.getByLabel(/code/i).fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()

  await page.waitForURL('**/payment/success/**')
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
  await look('paid')
  const codes = page.getByRole('img', { name: /^QR code for boarding/ })
  expect(await codes.count()).toBe(2)
  for (const code of await codes.all()) {
    expect((await code.boundingBox())?.width).toBeGreaterThan(280)
  }
  await page.getByText('anna@example.com').first().waitFor()
  const receipt = page.getByRole('link', { name: /receipt/i }).first()
  expect(await contentType(page, await receipt.getAttribute('href'))).toBe('application/pdf')

  await page
    .getByRole('link', { name: /open the ticket/i })
    .first()
    .click()
  await look('ticket')
  for (const shown of ['Anna Example', '09:30', 'Nicosia', 'Larnaca', '20 kg', '09:20']) {
    expect(await page.locator('main').innerText()).toContain(shown)
  }
  const pdf = page.getByRole('link', { name: /PDF/ }).first()
  expect(await contentType(page, await pdf.getAttribute('href'))).toBe('application/pdf')
  const calendar = page.getByRole('link', { name: /calendar/i }).first()
  expect(await contentType(page, await calendar.getAttribute('href'))).toContain('text/calendar')

  const mail = await readMail(scene.company, 'anna@example.com')
  expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual([
    'application/pdf',
    'text/calendar',
    'application/pdf',
  ])
  expect(mail.text).toContain('Friday 4 December 2026')

  await page.goto(`${scene.site.url}/mailbox`)
  await look('mailbox')
  await page.goto(`${scene.site.url}/cart`)
  await page.getByText('Your cart is empty').waitFor()
  await look('empty cart')
  expect(barriers).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
  await context.close()
})

test('a declined card leaves the seats held, and a second attempt pays the same order', async () => {
  const { page, context } = await openPerson(scene.browser, { address: '192.0.2.2' })
  await addAdultToCart(page, '12:30')
  await page.getByLabel('Name', { exact: true }).fill('Bob Example')
  await page.getByLabel('Email', { exact: true }).fill('bob@example.com')
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
  await page.getByRole('button', { name: /^Pay now/ }).dblclick()
  await payAtBank(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.waitForURL('**/payment/fail/**')
  await page.getByText('Nothing was charged').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Try again' }).click()
  const terms = page.getByRole('checkbox', { name: /terms and conditions/ })
  expect(await terms.isChecked()).toBe(true)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Bob Example')
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await payAtBank(page, '4111 1111 1111 1111')
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()

  await page.goBack()
  await page.goto(`${scene.site.url}/cart`)
  await page.getByText('Your cart is empty').waitFor()
  await context.close()
})

test('the page waits for a payment in processing and updates without a reload', async () => {
  const { page, context } = await openPerson(scene.browser, { address: '192.0.2.3' })
  await addAdultToCart(page, '13:30')
  await page.getByLabel('Name', { exact: true }).fill('Carol Example')
  await page.getByLabel('Email', { exact: true }).fill('carol@example.com')
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await payAtBank(page, '4000 0000 0000 0119')

  await page.waitForURL('**/payment/success/**')
  await page.getByRole('heading', { name: 'Your booking is being processed' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  scene.company.moveClock({ seconds: 20 })
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
  await context.close()
})

test('another visitor sees neither the tickets nor the email address on the page of a payment', async () => {
  const { page, context } = await openPerson(scene.browser, { address: '192.0.2.4' })
  await addAdultToCart(page, '14:30')
  await page.getByLabel('Name', { exact: true }).fill('Dan Example')
  await page.getByLabel('Email', { exact: true }).fill('dan@example.com')
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check()
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await payAtBank(page, '4111 1111 1111 1111')
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()

  const stranger = await openPerson(scene.browser, { address: '192.0.2.5' })
  await stranger.page.goto(page.url())
  const seen = await stranger.page.locator('main').innerText()
  expect(seen).not.toContain('dan@example.com')
  expect(await stranger.page.getByRole('link', { name: /ticket/i }).count()).toBe(0)
  await stranger.context.close()
  await context.close()
})

async function addAdultToCart(page: Page, time: string): Promise<void> {
  await page.goto(`${scene.site.url}/book-now?from=NIC&to=LCA&date=2026-12-08&adults=1`)
  await selectDeparture(page, time)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/cart')
}

async function selectDeparture(page: Page, time: string): Promise<void> {
  const select = page.getByRole('link', {
    name: new RegExp(`select.*${time}|${time}.*select`, 'is'),
  })
  const before = page.url()
  await select.first().click()
  await page.waitForURL(({ href }) => href !== before)
}

async function payAtBank(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12/39')
  await page.getByLabel(/security code/i).fill('123')
  await page.getByLabel(/name on/i).fill('Anna Example')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

/** The content type of a path, requested with this browser's cookies. */
async function contentType(page: Page, href: string | null): Promise<string> {
  const answer = await page.request.get(new URL(href ?? '', page.url()).href)
  expect(answer.status()).toBe(200)
  return answer.headers()['content-type'] ?? ''
}
