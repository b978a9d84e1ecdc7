import { afterAll, expect, test } from 'vitest'

import { CARD_DETAILS, startTestBank } from '#test/fixtures/bank.ts'

import { sentences } from './pages/sentences.ts'

const bank = await startTestBank()
afterAll(() => bank.stop())

const GOOD = '4111 1111 1111 1111'
const CHALLENGE = '5555 5555 5555 5599'

function placeOf(response: Response): string {
  return response.headers.get('location') ?? ''
}

test('a traveller pays and returns to the shop with the order', async () => {
  const order = await bank.openOrder()
  const response = await bank.payWith(order, GOOD)
  expect(response.status).toBe(303)
  expect(placeOf(response)).toBe(`${bank.shop.origin}/success?order=${order.id}`)
  expect(await bank.look(order.id)).toMatchObject({
    status: 'paid',
    captured: 2700,
    card: { brand: 'Visa', last4: '1111' },
    three_ds: 'frictionless',
  })
})

test('a form sent twenty times at once is charged once', async () => {
  const order = await bank.openOrder()
  const answers = await Promise.all(Array.from({ length: 20 }, () => bank.payWith(order, GOOD)))
  expect(new Set(answers.map(placeOf))).toEqual(
    new Set([`${bank.shop.origin}/success?order=${order.id}`]),
  )
  const { answer } = await bank.api('GET', `/orders/${order.id}/events`)
  expect(answer.events).toMatchObject([{ type: 'order.paid' }])
})

test('after a declined card the page stays, gives the reason, and takes another', async () => {
  const order = await bank.openOrder()
  const declined = await bank.payWith(order, '4000 0000 0000 9995')
  expect(declined.status).toBe(422)
  const page = await declined.text()
  expect(page).toContain(sentences.en.declines.insufficient_funds)
  expect(page).toContain('value="Test Traveller"')
  expect(page).not.toMatch(/value="(4000|123)/)
  expect(placeOf(await bank.payWith(order, GOOD))).toContain('/success?')
})

test('a real card number is neither accepted nor sent back', async () => {
  const order = await bank.openOrder()
  const response = await bank.payWith(order, '4242 4242 4242 4242')
  expect(response.status).toBe(422)
  const page = await response.text()
  expect(page).toContain(sentences.en.problems['number-not-test'])
  expect(page).not.toContain('4242')
  expect(await bank.look(order.id)).toMatchObject({ card: null, last_decline: null })
})

test('an empty form is answered with the missing fields, each linked', async () => {
  const { url } = await bank.openOrder()
  const page = await (await bank.submit(url, {})).text()
  for (const field of ['number', 'expiry', 'cvc', 'name']) {
    expect(page).toContain(`href="#${field}"`)
    expect(page).toContain(
      `aria-describedby="${field === 'name' ? '' : `${field}-hint `}${field}-wrong"`,
    )
  }
  expect(page).toContain('<title>Error: ')
})

test('the 3-D Secure page: right, wrong and no code', async () => {
  const order = await bank.openOrder()
  const asked = await bank.payWith(order, CHALLENGE)
  expect(placeOf(asked)).toBe(`/3ds/${order.id}`)
  const question = `${bank.origin}/3ds/${order.id}`

  expect((await bank.submit(question, { code: '12' })).status).toBe(422)
  expect((await bank.submit(question, { code: '654321' })).status).toBe(422)
  expect(placeOf(await bank.submit(question, { answer: 'cancel' }))).toBe(`/pay/${order.id}`)
  expect(await bank.look(order.id)).toMatchObject({ last_decline: 'authentication_cancelled' })

  await bank.payWith(order, CHALLENGE)
  expect(placeOf(await bank.submit(question, { code: '123 456' }))).toContain('/success?')
  expect(await bank.look(order.id)).toMatchObject({ status: 'paid', three_ds: 'challenge' })
})

test('a traveller who cancels returns to the shop and can no longer pay here', async () => {
  const order = await bank.openOrder()
  const back = await bank.submit(`${order.url}/cancel`, {})
  expect(placeOf(back)).toBe(`${bank.shop.origin}/fail?order=${order.id}`)
  expect(placeOf(await bank.payWith(order, GOOD))).toContain('/fail?')
  expect(placeOf(await bank.submit(order.url, {}))).toContain('/fail?')
  expect(await bank.look(order.id)).toMatchObject({ status: 'cancelled', captured: 0 })
  expect(await (await fetch(order.url)).text()).toContain(sentences.en.cancelledTitle)
})

test('a processing payment leads back as one that may succeed', async () => {
  const order = await bank.openOrder()
  expect(placeOf(await bank.payWith(order, '4000 0000 0000 0119'))).toContain('/success?')
  expect(await bank.look(order.id)).toMatchObject({ status: 'processing', captured: 0 })
})

test('the page is in the language of the order, or the one that is requested', async () => {
  const { url } = await bank.openOrder({ locale: 'el' })
  const greek = await (await fetch(url)).text()
  expect(greek).toContain('<html lang="el">')
  expect(greek).toContain('27,00\u00A0€')
  const english = await (await fetch(`${url}?language=en`)).text()
  expect(english).toContain('<html lang="en">')
  expect(english).toContain('?language=en"')
})

test('text from a shop is escaped, and no script but ours may run', async () => {
  const { url } = await bank.openOrder({ description: '<script>alert(1)</script>' })
  const response = await fetch(url)
  expect(await response.text()).not.toContain('<script>alert')
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`form-action 'self' ${bank.shop.origin};`)
  expect(policy).not.toContain('unsafe')
})

test('an unknown id is not found, and a form of another site is not read', async () => {
  expect((await fetch(`${bank.origin}/pay/${'0'.repeat(26)}`)).status).toBe(404)
  expect((await fetch(`${bank.origin}/nowhere`)).status).toBe(404)
  const { url } = await bank.openOrder()
  const body = new URLSearchParams({ ...CARD_DETAILS, number: GOOD })
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(403)
})
