import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { FORMS } from '#modules/enquiries/forms.ts'
import { endless } from '#test/fuzz/strange.ts'
import { openPage } from '#test/open-page.ts'

import { refusals } from './i18n/en/refusals.ts'
import routes from './routes.ts'

/* Whatever a form is for, what no person types is refused before it is read. */

const TOO_LONG = refusals['far-too-long']({ ok: false, reason: 'far-too-long' })
const PAGES = join(import.meta.dirname, 'pages')
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
const pages = [...new Set((routes as { file: string }[]).map(({ file }) => file))].filter(
  (file) => file.startsWith('pages/') && /export async function action\b/.test(sourceOf(file)),
)

test.each(pages)('%s refuses every field that is far too long, with its name', async (file) => {
  const { action } = (await import(join(PAGES, '..', file))) as { action: (args: never) => unknown }
  const asked = { params: { id: '0', ride: '0', slug: 'coach-hire' } }
  for (const name of FIELDS) {
    const form = { [name]: endless('1 ', 60_000) }
    const answer = await openPage(action, '/', { ...asked, form })
    expect([name, answer.status]).toEqual([name, 422])
    expect(JSON.stringify(answer.shown)).toContain(TOO_LONG)
  }
})

test('a message that is a little too long comes back whole, with the number of its letters', async () => {
  const { action } = await import('./pages/contact.tsx')
  const message = 'Dear people,\r\n'.repeat(600)
  const { shown } = await openPage<{ typed: object }>(action, '/contact', { form: { message } })
  expect(shown.typed).toEqual({ message })
  expect(JSON.stringify(shown)).not.toContain(TOO_LONG)
  expect(JSON.stringify(shown)).toContain('4000 characters or fewer')
})

test('of one that is far too long comes back more than fits, and of a password nothing', async () => {
  const { action } = await import('./pages/users-signup.tsx')
  const form = { name: 'Anna', email: 'a'.repeat(60_000), password: 'b'.repeat(60_000) }
  const { shown } = await openPage<{ typed: object }>(action, '/users/signup', { form })
  expect(shown.typed).toEqual({ name: 'Anna', email: 'a'.repeat(500) })
  expect(JSON.stringify(shown)).not.toContain('bbb')
})

function sourceOf(file: string): string {
  return readFileSync(join(PAGES, '..', file), 'utf8')
}
