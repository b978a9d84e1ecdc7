import { readFileSync } from 'node:fs'
import { join } from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- to check that no query is sent
import { Query } from 'pg'
import { expect, test, vi } from 'vitest'

import { refusals } from '#app/i18n/en/refusals.ts'
import { FORMS } from '#modules/enquiries/forms.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { endless } from '#test/fixtures/hostile-input.ts'
import { addBrowser, openPage } from '#test/fixtures/open-page.ts'
import { SITE_ROUTES } from '#test/fixtures/routes.ts'

import { readForm, textIn } from './read-form.server.ts'

/* Whatever a form is for, input that no person could type is refused before it is read. */

const TOO_LONG = refusals['far-too-long']({ ok: false, reason: 'far-too-long' })
const TOO_OFTEN = refusals['too-many-tries']({ ok: false, reason: 'too-many-tries' })
const EVE = addBrowser()
const APP = join(import.meta.dirname, '..')
const ENQUIRIES = Object.values(FORMS).flat()
const FIELDS = [
  ...ENQUIRIES.flatMap(({ fields }) => fields.map(({ name }) => name)),
  'name',
  'reference',
  'departure',
  'refund',
  'intent',
  'token',
  'new-password',
  'website',
]
const pages = [...new Set(SITE_ROUTES.map(({ file }) => file))].filter(
  (file) => file.endsWith('.tsx') && /export async function action\b/.test(sourceOf(file)),
)

test.each(pages)('%s refuses an oversized field, and names it', async (file) => {
  const { action } = (await import(join(APP, file))) as { action: (args: never) => unknown }
  const asked = { params: { id: '0', ride: '0', slug: 'coach-hire' } }
  for (const name of FIELDS) {
    const form = { [name]: endless('1 ', 60_000) }
    const ask = () => openPage(action, '/', { ...asked, form })
    const answer = await underRequestId(`192.0.2.${100 + pages.indexOf(file)}`, ask)
    expect([name, answer.status]).toEqual([name, 422])
    expect(JSON.stringify(answer.shown)).toContain(TOO_LONG)
  }
})

test.each(pages)('%s refuses requests above the limit before reading them', async (file) => {
  const { action } = (await import(join(APP, file))) as { action: (args: never) => unknown }
  const params = { id: '0', ride: '0', slug: 'coach-hire' }
  const long = endless('1 ', 60_000)
  const typed = { name: long, email: long, reference: long, message: long, 'new-password': long }
  for (const intent of ['pay', 'forget', 'resend', 'give-up', 'rename', 'erase', 'change-email']) {
    const form = { ...typed, intent }
    using tidying = vi.spyOn(String.prototype, 'normalize')
    using asking = vi.spyOn(Query.prototype, 'submit')
    const ask = () => openPage(action, '/', { browser: EVE, params, form })
    const { status, shown } = await fromBusyAddress(ask)
    const work = { tidied: tidying.mock.calls.length, asked: asking.mock.calls.length }
    expect([intent, status]).toEqual([intent, 422])
    expect(JSON.stringify(shown)).toContain(TOO_OFTEN)
    expect(JSON.stringify(shown)).not.toContain(TOO_LONG)
    expect(work).toEqual({ tidied: 0, asked: 0 })
  }
})

test('a form with a limit of its own counts what can be read, and refuses what is beyond it', async () => {
  const limit = { name: 'test-form', tries: 2, seconds: 600 }
  const send = (name: string) => {
    const body = new URLSearchParams({ name })
    return readForm(new Request('http://localhost:3000/', { method: 'POST', body }), limit)
  }
  const outcomes = await underRequestId('198.51.100.9', async () => [
    await send(endless('1 ', 60_000)),
    await send('Anna'),
    await send('Anna'),
    await send('Anna'),
  ])
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true, false])
  expect(JSON.stringify(outcomes[0])).toContain(TOO_LONG)
  expect(JSON.stringify(outcomes[3])).toContain(TOO_OFTEN)
})

test('above the limit the typed text is shown again, and another address may still send', async () => {
  const { action } = await import('#app/site/contact/page.tsx')
  const form = { 'first-name': ' Anna ', message: 'Hello' }
  const send = () => openPage<{ typed: object }>(action, '/contact', { form })
  expect((await fromBusyAddress(send)).shown.typed).toEqual(form)
  const { shown } = await underRequestId('198.51.100.8', send)
  expect(JSON.stringify(shown)).not.toContain(TOO_OFTEN)
})

test('a message slightly too long is returned in full, with its length', async () => {
  const { action } = await import('#app/site/contact/page.tsx')
  const message = 'Dear people,\r\n'.repeat(600)
  const { shown } = await openPage<{ typed: object }>(action, '/contact', { form: { message } })
  expect(shown.typed).toEqual({ message })
  expect(JSON.stringify(shown)).not.toContain(TOO_LONG)
  expect(JSON.stringify(shown)).toContain('4000 characters or fewer')
})

test('a far too long message is returned cut, and a password is never returned', async () => {
  const { action } = await import('#app/site/account/sign-up.tsx')
  const form = { name: 'Anna', email: 'a'.repeat(60_000), password: 'b'.repeat(60_000) }
  const { shown } = await openPage<{ typed: object }>(action, '/users/signup', { form })
  expect(shown.typed).toEqual({ name: 'Anna', email: 'a'.repeat(500) })
  expect(JSON.stringify(shown)).not.toContain('bbb')
})

const TYPED = [
  ['name', 'Άννα & Co=1'],
  ['name', 'a second +%41'],
  ['', 'no name'],
  ['empty', ''],
  ['lines', 'one\r\ntwo'],
] as const

test.each([
  ['as every form of ours', new URLSearchParams(TYPED.map(([name, value]) => [name, value]))],
  ['in parts, as no form of ours', partsOf(TYPED)],
])('a form sent %s has the fields of which the platform makes a form', async (_how, body) => {
  const init = { method: 'POST', body }
  const sent = await underRequestId('198.51.100.10', () =>
    readForm(new Request('http://localhost:3000/', init)),
  )
  const platforms = await new Request('http://localhost:3000/', init).formData()
  expect(sent.ok && [...sent.form]).toEqual([...platforms])
  expect([...platforms]).toHaveLength(TYPED.length)
})

test('the one character that the database refuses is left out', async () => {
  const body = new URLSearchParams({ session: 'a\0b', intent: '\0' })
  const request = new Request('http://localhost:3000/', { method: 'POST', body })
  const sent = await underRequestId('198.51.100.12', () => readForm(request))
  const fields = ['session', 'intent'].map((name) => sent.ok && textIn(sent.form, name))
  expect(fields).toEqual(['ab', ''])
})

test('a body that is no form counts as an empty one', async () => {
  const init = { method: 'POST', body: '{"name":"Anna"}', headers: { 'Content-Type': 'text/json' } }
  const request = new Request('http://localhost:3000/', init)
  const sent = await underRequestId('198.51.100.11', () => readForm(request))
  expect(sent.ok && [...sent.form]).toEqual([])
})

const BUSY = '192.0.2.8'
let exhausted: Promise<void> | undefined

/** Runs at an address that has used up its limit of forms. */
async function fromBusyAddress<Result>(run: () => Promise<Result>): Promise<Result> {
  await (exhausted ??= sendManyForms())
  return underRequestId(BUSY, run)
}

async function sendManyForms(): Promise<void> {
  const form = { method: 'POST', body: new URLSearchParams() }
  const send = () => readForm(new Request('http://localhost:3000/', form))
  for (let sent = 0; sent < 600; sent++) await underRequestId(BUSY, send)
}

function partsOf(fields: typeof TYPED): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

function sourceOf(file: string): string {
  return readFileSync(join(APP, file), 'utf8')
}
