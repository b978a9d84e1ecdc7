import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { takeKeyboard, type Keyboard } from '#e2e/support/keyboard.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { ENQUIRY_KINDS, type EnquiryKind, type Field } from '#modules/enquiries/forms.ts'
import { enquiryWords, labelOf } from '#modules/enquiries/words/words.ts'
import { fillIn } from '#test/simulation/filled-form.ts'

/* Every task on the site, done without a mouse. */

/** Typed the same way in day-first and month-first browsers. */
const DATE = '2026-12-12'
const DATE_AS_TYPED = '12122026'

let guests = 0

const scene = openScene()

test('a family books a return trip, mistypes the address, pays and opens the ticket', async () => {
  const { page, keys, leave } = await openAt('/', { width: 1280 })
  await keys.go(/^radio One way/)
  await keys.press('ArrowRight')
  await keys.fill(/^select From/, 'Nicosia')
  await keys.fill(/^select To/, 'Larnaca')
  await keys.fill(/^date Date/, DATE_AS_TYPED)
  await keys.fill(/^date Return date/, DATE_AS_TYPED)
  await keys.enter(/^summary Passengers/)
  await keys.go(/^button More children/)
  await keys.press('Space')
  await keys.fill(/^number Infants/, '1')
  await page.getByText('1 adult, 1 child, 1 infant').first().waitFor()
  await keys.enter(/^button Show departures/)

  await page.waitForURL('**/book-now**')
  await keys.enter(/^link leaves 09:30/)
  await page.locator('#inbound:focus').waitFor()
  await keys.enter(/^link leaves 17:30/)
  await page.locator('#party:focus').waitFor()
  await page.getByText('€27.00').first().waitFor()
  await keys.enter(/^summary 1 adult, 1 child, 1 infant/)
  await keys.go(/^button More students/)
  await keys.press('Space')
  await keys.go(/^button Fewer students/, 'Shift+Tab')
  await keys.press('Space')
  await page.getByText('€27.00').first().waitFor()
  await keys.enter(/^button Add to cart/)

  await page.waitForURL('**/cart')
  await keys.enter(/^button Pay now/)
  await page.locator('.error-summary:focus').waitFor()
  expect((await keys.where()).name).toMatch(/^div There is a problem/)
  await keys.enter(/^link Enter the name of the person/)
  expect((await keys.where()).name).toMatch(/^text Name/)
  await keys.type('Anna Example')
  await keys.fill(/^email Email/, 'anna@gmial.com')
  await page.getByText('Did you mean').waitFor()
  await keys.enter(/^button Use anna@gmail\.com/)
  expect((await keys.where()).name).toMatch(/^email Email/)
  await keys.go(/^checkbox I accept/)
  await keys.press('Space')
  await keys.enter(/^button Pay now/)

  await page.waitForURL('**/pay/**')
  await keys.fill(/^text Card number/, '5555 5555 5555 5599')
  await keys.fill(/^text Expiry/, '12/39')
  await keys.fill(/^text Security code/, '123')
  await keys.fill(/^text Name on/, 'Anna Example')
  await keys.enter(/^button Pay/)
  await page.waitForURL('**/3ds/**')
  await keys.fill(/^text .*code/i, '123456')
  await keys.enter(/^button Confirm/)

  await page.waitForURL('**/payment/success/**')
  await keys.enter(/^summary Is the address wrong/)
  await keys.fill(/^email Correct email/, 'anna@')
  await keys.press('Enter')
  await page.getByText('Enter an email address').first().waitFor()
  await page.locator('input[type=email]:focus').waitFor()
  expect((await keys.where()).name).toMatch(/^email Correct email/)
  await keys.press('ControlOrMeta+A')
  await keys.type('anna@example.com')
  await keys.enter(/^button Send the tickets there/)
  await page.getByText('Corrected. The tickets are on their way to anna@example.com').waitFor()
  await keys.enter(/^link Open the ticket/)

  await page.waitForURL('**/tickets/**')
  await keys.walk()
  const cookies = await page.context().cookies(scene.site.url)
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['presses', 'visitor'])
  expect(await leave()).toEqual([])
})

test('sixteen people are told in our own words whom to call', async () => {
  const { page, keys, leave } = await openAt('/', { width: 1280 })
  await keys.fill(/^select From/, 'Nicosia')
  await keys.fill(/^select To/, 'Larnaca')
  await keys.fill(/^date Date/, DATE_AS_TYPED)
  await keys.enter(/^summary Passengers/)
  await keys.fill(/^number Adults/, '16')
  await keys.enter(/^button Show departures/)
  await page.waitForURL('**/book-now**')
  await page.getByText('a coach of your own may cost less').first().waitFor()
  expect(await leave()).toEqual([])
})

test('from the timetables to a seat on a bus, on a phone', async () => {
  const { page, keys, leave } = await openAt('/timetables')
  await keys.enter(/^link Nicosia – Larnaca/)
  await page.waitForURL('**/schedules/*')
  await keys.enter(/^link Book this route/)
  await page.waitForURL('**/book-now?**')
  await keys.enter(/^link leaves 17:30/)
  await page.locator('#party:focus').waitFor()
  await keys.enter(/^button Add to cart/)
  await page.waitForURL('**/cart')
  await keys.enter(/^button Remove/)
  await page.getByText('Your cart is empty').waitFor()
  expect(await leave()).toEqual([])
})

test.each(ENQUIRY_KINDS)('the form "%s" is sent empty, corrected and sent again', async (kind) => {
  const isContact = kind === 'contact'
  const { page, keys, leave } = await openAt(isContact ? '/contact' : `/services/${kind}`)
  const send = isContact ? /^button Send the message/ : /^button Request a quote/
  await keys.enter(send)
  await page.locator('.error-summary:focus').waitFor()
  expect([...(await findFlaws(page)), ...(await findBarriers(page))]).toEqual([])
  expect((await keys.where()).name).toMatch(/^div There is a problem/)
  await keys.enter(/^link /)

  const filled = fillIn(kind, DATE)
  const [first] = filled.filter(([{ optional }]) => !optional)
  expect((await keys.where()).name).toMatch(first ? nameOf(kind, first[0]) : /never/)
  for (const [field, value] of filled) {
    const typed = field.name === 'topic' ? 'complaint' : value
    await keys.fill(nameOf(kind, field), asTyped(field, typed))
  }
  scene.company.moveClock({ seconds: 20 })
  await keys.enter(send)
  await page.waitForURL('**?sent=*')
  const thanks = await page.locator('#thanks').innerText()
  const deadlines = /First answer by\s+2 January 2027\s+Final answer by\s+2 March 2027/
  expect(thanks).toMatch(/Reference\s+[0-9A-Z]{8}/)
  expect(deadlines.test(thanks)).toBe(isContact)
  expect(await leave()).toEqual([])
})

test('a form that asks “are you a person?” is answered with one key', async () => {
  const { page, keys, leave } = await openAt('/contact')
  const links = 'See http://a.example and http://b.example and http://c.example'
  for (const [field, value] of fillIn('contact', DATE)) {
    const typed = field.name === 'message' ? links : value
    await keys.fill(nameOf('contact', field), asTyped(field, typed))
  }
  await keys.enter(/^button Send/)
  await page.locator('.error-summary:focus').waitFor()
  await keys.go(/^checkbox I am a person/)
  await keys.press('Space')
  await keys.enter(/^button Send/)
  await page.waitForURL('**?sent=*')
  expect(await leave()).toEqual([])
})

test('the first Tab offers to skip the menu', async () => {
  const { keys, leave } = await openAt('/contact')
  await keys.enter(/^link Skip to main content/)
  expect((await keys.go(/./)).isInMain).toBe(true)
  expect(await leave()).toEqual([])
})

test('Shift+Tab visits the controls of a page in reverse order', async () => {
  const { keys, leave } = await openAt('/services/coach-hire')
  const there = await keys.walk()
  const back = await keys.walk('Shift+Tab')
  expect(back.map(({ name }) => name)).toEqual(there.map(({ name }) => name).toReversed())
  expect(await leave()).toEqual([])
})

test('the language switch keeps the page, and is remembered for the next visit', async () => {
  const { page, keys, leave } = await openAt('/faq')
  await keys.enter(/^button Menu/)
  await keys.enter(/^link Ελληνικά/)
  await page.waitForURL('**/el/faq')
  const [cookie] = await page.context().cookies(scene.site.url)
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect([cookie?.name, cookie?.value, Math.round(days)]).toEqual(['locale', 'el', 365])
  await keys.enter(/^button Μενού/)
  await keys.enter(/^link English/)
  await page.waitForURL('**/faq')
  expect(await leave()).toEqual([])
})

test('a question in the FAQ opens with Enter and closes with Space', async () => {
  const { page, keys, leave } = await openAt('/faq')
  const { name } = await keys.go(/^summary /)
  const question = page.locator('details', { hasText: name.replace('summary ', '') })
  await keys.press('Enter')
  expect(await question.getAttribute('open')).not.toBeNull()
  await keys.press('Space')
  expect(await question.getAttribute('open')).toBeNull()
  expect(await leave()).toEqual([])
})

/** A new visitor; at the end, obstacles to keyboard use fail the test. */
async function openAt(
  path: string,
  { width = 360 } = {},
): Promise<{ page: Page; keys: Keyboard; leave: () => Promise<string[]> }> {
  guests += 1
  const { page, context } = await openPerson(scene.browser, { width, address: `192.0.2.${guests}` })
  await page.goto(scene.site.url + path)
  const keys = takeKeyboard(page)
  const leave = async () => {
    await context.close()
    return [...keys.flaws]
  }
  return { page, keys, leave }
}

function nameOf(kind: EnquiryKind, { name }: Field): RegExp {
  return new RegExp(String.raw`^\S+ ${RegExp.escape(labelOf('en', kind, name))}(?: \(|$)`)
}

/** Selects an option by the first letters of its label. */
function asTyped(field: Field, value: string): string {
  if (field.type === 'date') return DATE_AS_TYPED
  if (field.type === 'time') return `${value.replace(':', '')}AM`
  if (field.type !== 'choice') return value
  const words: Partial<Record<string, string>> = enquiryWords('en').choices[field.choice]
  return words[value]?.slice(0, 12) ?? ''
}
