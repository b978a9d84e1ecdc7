import { beforeAll, expect, test } from 'vitest'

import { dismissMember } from '#modules/staff/access/change-member.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'

import { action, loader as one } from './one.tsx'
import { loader as list } from './page.tsx'
import type { DriverRow, DriverView } from './view.server.ts'

const pattern = '/office/drivers/:id'

let maria: Colleague
let auditor: Colleague
beforeAll(async () => {
  maria = await addStaff('dispatcher')
  auditor = await addStaff('auditor')
})

type Refused = { problems: { fieldId: string; sentence: string }[] }

async function open(id: string, as = maria, prefix = '') {
  return openOffice<DriverView>(one, { as, pattern, params: { id }, prefix })
}

async function press(id: string, intent: string, form: Record<string, string> = {}, as = maria) {
  const { seen } = (await open(id)).shown
  const fields = { seen: String(seen), ...form }
  return act<Refused>(action, { as, pattern, params: { id }, intent, form: fields })
}

async function listAll(as = maria): Promise<DriverRow[]> {
  const page = { as, pattern: '/office/drivers' } as const
  return (await openOffice<{ rows: DriverRow[] }>(list, page)).shown.rows
}

const newDriver = async () => (await addStaff('driver')).staffId

test('languages, telephone and licence of a driver are kept, and the telephone is for those who plan', async () => {
  const id = await newDriver()
  const form = { 'language-greek': 'yes', 'language-russian': 'yes', phone: '99 123456' }
  expect((await press(id, 'save', { ...form, licence: '2020-03-01' })).status).toBe(303)
  expect((await open(id)).shown).toMatchObject({
    languages: ['greek', 'russian'],
    phone: '+357 99 123456',
    licenceUntil: '2020-03-01',
    licence: 'expired on 1 March 2020',
  })
  expect((await open(id, auditor)).shown.phone).toBe('')
  const row = (rows: DriverRow[]) => rows.find(({ staffId }) => staffId === id)
  expect(row(await listAll())).toMatchObject({ languages: 'Greek, Russian', isLicenceOver: true })
  expect(row(await listAll(auditor))?.phone).toBe('')
  expect((await press(id, 'save')).status).toBe(303)
  expect((await open(id)).shown).toMatchObject({ languages: [], phone: '', licence: '' })
})

test.each([
  ['save', 'phone', { phone: 'call me' }],
  ['save', 'licence', { licence: 'tomorrow' }],
  ['absent', 'from', { from: '', until: '2026-12-01' }],
  ['absent', 'until', { from: '2026-12-02', until: '' }],
  ['absent', 'until', { from: '2026-12-02', until: '2026-12-01' }],
  ['back', 'absences', { absence: 'none' }],
])('%s is refused at %s', async (intent, fieldId, form) => {
  const { status, shown } = await press(await newDriver(), intent, form)
  expect([status, shown.problems[0]?.fieldId]).toEqual([422, fieldId])
})

test('an absence is added and taken back; nobody can write down why', async () => {
  const id = await newDriver()
  const from = dateInCyprus(now()).add({ days: 3 })
  const form = { from: from.toString(), until: from.add({ days: 2 }).toString(), reason: 'ill' }
  expect((await press(id, 'absent', form)).status).toBe(303)
  const { absences } = (await open(id)).shown
  expect(absences).toHaveLength(1)
  const absence = absences[0]?.absenceId ?? ''
  expect((await press(id, 'back', { absence })).status).toBe(303)
  expect((await open(id)).shown.absences).toEqual([])
})

test('the second of two dispatchers learns who was first', async () => {
  const id = await newDriver()
  const { seen } = (await open(id)).shown
  expect((await press(id, 'save', { phone: '99123456' })).status).toBe(303)
  const { shown } = await press(id, 'save', { seen: String(seen) })
  expect(shown.problems[0]?.sentence).toMatch(/^Maria Example changed this driver on /)
})

test('a member who drives no more is not found, and leaves nothing behind', async () => {
  const id = await newDriver()
  await press(id, 'save', { phone: '99123456' })
  const seen = await countEntries(`staff:${id}`)
  expect(await dismissMember({ by: ADMIN, staffId: id, seen, now: now() })).toEqual({ ok: true })
  expect((await listAll()).map(({ staffId }) => staffId)).not.toContain(id)
  for (const unknown of [id, maria.staffId, 'x']) {
    expect((await open(unknown)).status).toBe(404)
    const lost = { as: maria, pattern, intent: 'save', params: { id: unknown } } as const
    expect((await act(action, lost)).status).toBe(404)
  }
})

test('an auditor changes no driver', async () => {
  expect((await press(await newDriver(), 'save', {}, auditor)).status).toBe(403)
})
