import { afterEach, beforeEach, expect, test } from 'vitest'

import { fieldsOf } from '#modules/company/company-fields.ts'
import { adoptCompany, company, operator } from '#operator'
import { forgetCompany } from '#test/fixtures/new-company.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'

import { action, loader } from './page.tsx'
import type { CompanyView } from './view.server.ts'

const PATTERN = '/office/company'

type Answer = { problems: { fieldId: string; sentence: string }[]; shown?: Record<string, string> }

let owner: Colleague
let codeOf: () => Promise<string>
beforeEach(async () => {
  await forgetCompany()
  owner = await addStaff('owner')
  codeOf = await giveCodes(owner)
})
afterEach(() => adoptCompany(operator))

const typed = (fields = {}) => ({ base: '1', ...fieldsOf(operator), ...fields })

test('the owner sees what would change, saves it with a code, and brings the former back', async () => {
  const fields = { name: 'Kingfisher Lines', phone: '22 123456' }
  const checked = await press('check', typed(fields))
  expect(checked.shown).toMatchObject({
    problems: [],
    shown: { name: 'Kingfisher Lines', phone: '+357 22 123456' },
  })
  expect(company()).toBe(operator)

  expect((await press('save', typed(fields))).status).toBe(403)
  const saved = await press('save', { ...typed(fields), code: await codeOf() })
  expect(saved.status).toBe(303)
  expect((await look()).editions).toMatchObject([
    { edition: 2, changed: 'Name, Telephone', isShown: true },
    { edition: 1, changed: '–', isShown: false },
  ])
  const back = { base: '2', edition: '1', code: await codeOf() }
  expect((await press('restore', back)).status).toBe(303)
  const { editions, fields: shown } = await look('/el')
  expect(shown).toEqual(fieldsOf(operator))
  expect(editions[0]).toMatchObject({ edition: 3, changed: 'Επαναφορά της έκδοσης 1' })
})

test('problems are named at their fields, with what was typed, and nothing is kept', async () => {
  const form = typed({ email: 'hello', foundedIn: '3000' })
  const checked = await press('check', form)
  expect(checked.status).toBe(422)
  expect(checked.shown).toMatchObject({
    problems: [{ fieldId: 'foundedIn' }, { fieldId: 'email' }],
    typed: { email: 'hello' },
  })
  const saved = await press('save', { ...form, code: await codeOf() })
  expect(saved.shown.problems).toHaveLength(2)
  expect((await look()).base).toBe(1)
})

test('who saves what a colleague has changed meanwhile is told so', async () => {
  await press('save', { ...typed({ name: 'First' }), code: await codeOf() })
  const late = await press('save', { ...typed({ name: 'Second' }), code: await codeOf() })
  expect(late.shown.problems).toMatchObject([{ fieldId: 'content' }])
  expect((await look()).fields.name).toBe('First')
})

test('an auditor only looks, and a dispatcher does not even', async () => {
  const [auditor, dispatcher] = [await addStaff('auditor'), await addStaff('dispatcher')]
  expect((await openOffice(loader, { as: auditor, pattern: PATTERN })).status).toBe(200)
  expect((await openOffice(loader, { as: dispatcher, pattern: PATTERN })).status).toBe(403)
  for (const intent of ['check', 'save', 'restore']) {
    expect((await press(intent, typed(), auditor)).status).toBe(403)
  }
})

async function look(prefix: '' | '/el' = ''): Promise<CompanyView> {
  return (await openOffice<CompanyView>(loader, { as: owner, pattern: PATTERN, prefix })).shown
}

function press(intent: string, form: Record<string, string>, as = owner) {
  return act<Answer>(action, { as, pattern: PATTERN, intent, form })
}
