import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'

import { openPerson } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { readMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { findMistakes } from '#e2e/support/valid-html.ts'
import { ENQUIRY_KINDS } from '#modules/enquiries/forms.ts'
import { operator } from '#operator'
import { until } from '#test/fixtures/until.ts'
import { fillIn } from '#test/simulation/filled-form.ts'

/*
 * Every form in Greek, in a browser without script: it is returned with its mistakes, each mistake
 * links to its field, and no typed text is lost. The journey without mistakes is in journey-greek.
 */

let guests = 0

const scene = openScene()

test.each(ENQUIRY_KINDS)(
  'the form "%s" is returned complete, corrected and accepted',
  async (kind) => {
    const page = await openAt(kind === 'contact' ? '/contact' : `/services/${kind}`)
    const filled = fillIn(kind, '2026-12-12').map(([field, value]) => {
      return [field.name, value, field.type === 'choice'] as const
    })
    for (const [name, value, isChoice] of filled) {
      const field = page.locator(`#${name}`)
      if (isChoice) await field.selectOption(value)
      else await field.fill(name === 'email' ? 'anna@' : value)
    }
    scene.company.moveClock({ seconds: 20 })
    await expectToComeBack(page, '#send')
    expect(await listFaults(page)).toEqual(['email'])
    for (const [name, value] of filled) {
      const kept = await page.locator(`#${name}`).inputValue()
      expect([name, kept]).toEqual([name, name === 'email' ? 'anna@' : value])
    }

    await page.locator('#email').fill('anna@example.com')
    await page.locator('#send').click()
    expect(new URL(page.url()).searchParams.get('sent')).toMatch(/^[0-9A-Z]{8}$/)
    const reference = await page.locator('#thanks .reference').innerText()
    const mail = await until(`the mail about ${reference}`, async () => {
      const newest = await readMail(scene.company, operator.email)
      return newest.subject?.endsWith(reference) && newest
    })
    const asTyped = filled.filter(([name, , isChoice]) => !isChoice && !name.endsWith('date'))
    for (const [, value] of asTyped) expect(mail.text).toContain(value)
  },
)

test('an empty form lists all required fields, and each entry leads to its field', async () => {
  const page = await openAt('/services/wheelchair-accessible-transport')
  await expectToComeBack(page, '#send')
  const faults = await listFaults(page)
  expect(faults).toEqual(
    fillIn('wheelchair-accessible-transport', '2026-12-12')
      .filter(([{ optional }]) => !optional)
      .map(([{ name }]) => name),
  )
  for (const [place, name] of faults.entries()) {
    await page.locator('.error-summary a').nth(place).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(name)
    const about = await page.locator(`#${name}`).getAttribute('aria-describedby')
    const sentences = about?.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText())
    expect((await Promise.all(sentences ?? [])).join(' ')).toMatch(/[α-ω]/)
    expect(await page.locator(`#${name}`).getAttribute('aria-invalid')).toBe('true')
  }
})

test('a complaint gets a reference and the legal deadline for our answer', async () => {
  const page = await openAt('/contact?topic=complaint')
  expect(await page.locator('#topic').inputValue()).toBe('complaint')
  await page.locator('#first-name').fill('Άννα')
  await page.locator('#last-name').fill('Γεωργίου')
  await page.locator('#email').fill('anna@example.com')
  await page.locator('#message').fill('Το λεωφορείο δεν ήρθε ποτέ.\nΠερίμενα μία ώρα.')
  scene.company.moveClock({ seconds: 20 })
  await page.locator('#send').click()
  const thanks = await page.locator('#thanks').innerText()
  for (const said of [/[0-9A-Z]{8}/, /2 Ιανουαρίου 2027/, /2 Μαρτίου 2027/]) {
    expect(thanks).toMatch(said)
  }
})

test('a submission that looks automated is asked to confirm, with everything that was typed', async () => {
  const page = await openAt('/contact')
  const typed = { 'first-name': 'Άννα', 'last-name': 'Γεωργίου', email: 'anna@example.com' }
  for (const [name, value] of Object.entries(typed)) await page.locator(`#${name}`).fill(value)
  await page.locator('#topic').selectOption('question')
  const links = 'Δείτε http://a.example, http://b.example και http://c.example.'
  await page.locator('#message').fill(links)
  await expectToComeBack(page, '#send')
  expect(await listFaults(page)).toEqual(['person'])
  expect(await page.locator('#message').inputValue()).toBe(links)
  await page.locator('#person').check()
  await page.locator('#send').click()
  expect(new URL(page.url()).search).toMatch(/^\?sent=/)
})

test('while the database cannot be reached, a message is returned complete, and sent a minute later', async () => {
  const page = await openAt('/contact')
  const message = 'Ω'.repeat(9000)
  await page.locator('#first-name').fill('Άννα')
  await page.locator('#last-name').fill('Γεωργίου')
  await page.locator('#email').fill('anna@example.com')
  await page.locator('#topic').selectOption('other')
  await page.locator('#message').fill(message)
  scene.company.moveClock({ seconds: 20 })
  await expectToComeBack(page, '#send')
  expect(await page.locator('#message').inputValue()).toBe(message)

  await page.locator('#message').fill('Ευχαριστώ τον οδηγό.')
  await whileDatabaseIsAway(() => expectToComeBack(page, '#send', 503))
  expect(await listFaults(page)).toEqual(['send'])
  expect(await page.locator('#message').inputValue()).toBe('Ευχαριστώ τον οδηγό.')
  expect(await page.locator('#topic').inputValue()).toBe('other')
  await page.locator('#send').click()
  expect(new URL(page.url()).search).toMatch(/^\?sent=/)
})

test('children without an adult, a mistyped address, a ride too many: each is asked about again', async () => {
  const page = await openAt(
    '/book-now?from=NIC&to=LCA&date=2026-12-12&trip=return&return-date=2026-12-12',
  )
  await page.getByRole('link', { name: /09:30/ }).first().click()
  await page.getByRole('link', { name: /17:30/ }).first().click()
  await page.locator('.party-change summary').click()
  await page.locator('#adults').fill('0')
  await page.locator('#children').fill('2')
  await expectToComeBack(page, 'button:has-text("Προσθήκη στο καλάθι")')
  expect(await page.locator('#children').inputValue()).toBe('2')
  expect(await page.locator('#adults').inputValue()).toBe('0')
  await page.locator('#adults').fill('1')
  await page.getByRole('button', { name: 'Προσθήκη στο καλάθι' }).click()

  expect(new URL(page.url()).pathname).toBe('/el/cart')
  await page.locator('#name').fill('Ελένη Παράδειγμα')
  await page.locator('#email').fill('eleni@gmial.com')
  await expectToComeBack(page, '#pay')
  expect(await listFaults(page)).toEqual(['terms', 'email'])
  expect(await page.locator('#name').inputValue()).toBe('Ελένη Παράδειγμα')
  expect(await page.locator('#email').inputValue()).toBe('eleni@gmial.com')
  await page.locator('button[value=use-email]').click()
  expect(await page.locator('#email').inputValue()).toBe('eleni@gmail.com')
  await page
    .getByRole('button', { name: /^Αφαίρεση/ })
    .last()
    .click()
  expect(await page.locator('.cart-ride').count()).toBe(1)
  expect(await page.locator('#name').inputValue()).toBe('Ελένη Παράδειγμα')
})

test('a search asks for the passengers and the return date, and assumes neither', async () => {
  const page = await openAt('/')
  await page.getByLabel('Με επιστροφή').check()
  await page.locator('#from').selectOption('NIC')
  await page.locator('#to').selectOption('LCA')
  await page.locator('#date').fill('2026-12-12')
  await page.locator('.party summary').click()
  // The summary cannot stay true without script, so it is hidden while the fields are open.
  expect(await page.locator('.party summary').isVisible()).toBe(false)
  expect(await page.locator('.party button').first().isVisible()).toBe(false)
  await page.locator('#search-infants').fill('2')
  await page.getByRole('button', { name: 'Δείτε δρομολόγια' }).click()
  await page.waitForURL('**/el/book-now?**')

  expect(await listFaults(page)).toEqual(['return-date', 'search-adults'])
  expect(await findFlaws(page)).toEqual([])
  expect(await page.locator('.board').count()).toBe(0)
  expect(await page.locator('#search-infants').inputValue()).toBe('2')
  expect(await page.locator('#date').inputValue()).toBe('2026-12-12')
  expect(await page.locator('#return-date').inputValue()).toBe('')
  await page.locator('#search-infants').fill('1')
  await page.locator('#search-children').fill('1')
  await page.locator('#search-adults').fill('2')
  await page.locator('#return-date').fill('2026-12-13')
  await page.getByRole('button', { name: 'Δείτε δρομολόγια' }).click()

  await page.getByText(/^Συνολική τιμή: 2\u00A0ενήλικες, 1\u00A0παιδί, 1\u00A0βρέφος$/).waitFor()
  expect(await page.locator('.board .price').first().innerText()).toBe('22,50\u00A0€')
  await page.getByRole('link', { name: /09:30/ }).first().click()
  await page.getByRole('link', { name: /17:30/ }).first().click()
  expect(await page.locator('.party-change summary').innerText()).toContain('1\u00A0βρέφος')
  await page.getByRole('button', { name: 'Προσθήκη στο καλάθι' }).click()
  expect(new URL(page.url()).pathname).toBe('/el/cart')
  expect(await page.locator('main').innerText()).toContain('45,00\u00A0€')
})

test("a departure on the home page's board is chosen with one tap", async () => {
  const page = await openAt('/')
  const row = page.locator('.boards a', { hasText: 'Λευκωσία' }).first()
  const time = await row.locator('time').innerText()
  await row.click()
  expect(new URL(page.url()).hash).toBe('#outbound')
  expect(await page.locator('#outbound.chosen time').first().innerText()).toBe(time)
  await page.getByRole('button', { name: 'Προσθήκη στο καλάθι' }).click()
  expect(new URL(page.url()).pathname).toBe('/el/cart')
})

test('a mistyped address is corrected after the tickets are paid', async () => {
  const page = await openAt('/book-now?from=NIC&to=LCA&date=2026-12-12')
  await page.getByRole('link', { name: /10:30/ }).first().click()
  await page.getByRole('button', { name: 'Προσθήκη στο καλάθι' }).click()
  await page.locator('#name').fill('Ελένη Παράδειγμα')
  await page.locator('#email').fill('elena@example.com')
  await page.locator('#terms').check()
  await page.locator('#pay').click()
  for (const [name, value] of Object.entries(CARD)) {
    await page.locator(`input[name=${name}]`).fill(value)
  }
  await page.getByRole('button', { name: /^Πληρωμή/ }).click()
  await page.waitForURL('**/el/payment/success/**')
  expect((await page.locator('.pass-code svg').boundingBox())?.width).toBeGreaterThan(280)
  await page.locator('summary').click()
  await page.locator('#email').fill('eleni@')
  await expectToComeBack(page, 'form.correct-email button')
  expect(await page.locator('#email').inputValue()).toBe('eleni@')
  await page.locator('#email').fill('eleni@example.com')
  await page.locator('form.correct-email button').click()
  await page.getByText('eleni@example.com').waitFor()
  expect((await readMail(scene.company, 'eleni@example.com')).attachments).toHaveLength(3)
})

const CARD = { number: '4111 1111 1111 1111', expiry: '12/39', cvc: '123', name: 'Eleni Example' }

/** A phone without script, set to Greek. */
async function openAt(path: string): Promise<Page> {
  guests += 1
  const address = `192.0.2.${guests}`
  const { page } = await openPerson(scene.browser, {
    locale: 'el-CY',
    javaScriptEnabled: false,
    address,
  })
  await page.goto(`${scene.site.url}/el${path}`)
  return page
}

/** Submits an invalid form: it is returned as a valid page that fits the phone. */
async function expectToComeBack(page: Page, button: string, status = 422): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.locator(button).click(),
  ])
  expect(answer.status()).toBe(status)
  await page.waitForLoadState()
  expect(await findMistakes(await answer.text())).toEqual([])
  expect(await findFlaws(page)).toEqual([])
}

/** The database refuses connections and has closed the existing ones. */
async function whileDatabaseIsAway(during: () => Promise<void>): Promise<void> {
  const name = new URL(scene.company.databaseUrl).pathname.slice(1)
  const postgres = new Client(inject('superuser'))
  await postgres.connect()
  await postgres.query(`alter database ${name} connection limit 0`)
  await postgres.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  )
  await during().finally(() => postgres.query(`alter database ${name} connection limit -1`))
  await postgres.end()
}

/** The fields that the error summary links to. */
async function listFaults(page: Page): Promise<string[]> {
  const links = await page.locator('.error-summary a').all()
  const targets = await Promise.all(links.map((link) => link.getAttribute('href')))
  return targets.map((target) => target?.replace('#', '') ?? '')
}
