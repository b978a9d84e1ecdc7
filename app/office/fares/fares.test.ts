import { beforeEach, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { putSampleOnSale } from '#test/fixtures/sample-on-sale.ts'
import { forgetTimetables } from '#test/simulation/timetable.ts'

import { action as actOnOne, loader as one } from './one.tsx'
import { action, loader as list } from './page.tsx'
import type { DraftView, FaresView } from './view.server.ts'

const LIST = '/office/fares'
const ONE = '/office/fares/:id'

type Refused = { problems: { fieldId: string; sentence: string }[]; typed: object }

let owner: Colleague
let codeOf: () => Promise<string>
beforeEach(async () => {
  await forgetTimetables()
  await putSampleOnSale()
  owner = await addStaff('owner')
  codeOf = await giveCodes(owner)
})

const tomorrow = () => dateInCyprus(now()).add({ days: 1 }).toString()
const FAR = 'fare:A:C:adult'

test('each pair that can be travelled is shown with its fares, in both languages', async () => {
  const { rows } = await look()
  expect(rows.map(({ name, texts }) => [name, texts.adult])).toEqual([
    ['Alpha to Beta', '€3.50'],
    ['Alpha to Gamma', '€3.50'],
    ['Beta to Gamma', '€2.00'],
  ])
  expect((await look({ prefix: '/el' })).rows[0]?.texts.adult).toBe('3,50\u{a0}€')
})

test('a grid is saved, previewed, and published with a code; then the day has the new fare', async () => {
  const draftId = await begin()
  expect((await press(draftId, 'save', { [FAR]: '4,20' })).status).toBe(303)
  const draft = await lookAt(draftId)
  expect(draft.steps).toMatchObject([{ texts: { adult: '€3.50 to €4.20', child: '' } }])
  const form = { edition: String(draft.edition), seen: String(draft.seen) }
  const published = await press(draftId, 'publish', { ...form, code: await codeOf() })
  expect(published.status).toBe(303)
  expect((await look()).later.map(({ day }) => day)).toEqual([tomorrow()])
  const day = (await look({ query: `on=${tomorrow()}` })).rows[1]?.texts.adult
  expect([(await look()).rows[1]?.texts.adult, day]).toEqual(['€3.50', '€4.20'])
})

test('chosen rows are raised, or all of them if none is chosen', async () => {
  const draftId = await begin()
  const grid = { [FAR]: '3.50', percent: '20 %' }
  expect((await press(draftId, 'raise', grid)).status).toBe(303)
  expect((await lookAt(draftId)).steps[0]?.texts.adult).toBe('€3.50 to €4.00')
  await press(draftId, 'raise', { ...grid, row: 'B:C' })
  expect((await lookAt(draftId)).steps).toEqual([])
})

test('an empty field ends the sale of its pair, which the preview says', async () => {
  const draftId = await begin()
  await press(draftId, 'save', { [FAR]: ' ' })
  const { steps, holes } = await lookAt(draftId)
  expect(steps[0]?.texts.adult).toBe('€3.50 to not sold')
  expect(holes[0]).toContain('Alpha to Gamma: no adult fare from')
})

test.each(['ten', '-1', '1.234'])(
  '“%s” is refused at its field, and stays typed',
  async (typed) => {
    const draftId = await begin()
    const { status, shown } = await press(draftId, 'save', { [FAR]: typed })
    expect(status).toBe(422)
    expect(shown).toMatchObject({ problems: [{ fieldId: FAR }], typed: { [FAR]: typed } })
  },
)

test.each(['', '0', '101', '-51', 'five'])('nothing is raised by “%s” percent', async (percent) => {
  const { status, shown } = await press(await begin(), 'raise', { percent })
  expect([status, shown.problems[0]?.fieldId]).toEqual([422, 'percent'])
})

test('a day that has passed, or that nobody can read, begins no draft', async () => {
  for (const begins of ['', '2020-01-01', '2027-02-30']) {
    const { status, shown } = await beginOn(begins)
    expect([status, shown.problems[0]?.fieldId]).toEqual([422, 'begins'])
  }
})

test('the edition before is brought back through a preview', async () => {
  const first = await begin()
  await press(first, 'save', { [FAR]: '4.20' })
  const { edition, seen } = await lookAt(first)
  const form = { edition: String(edition), seen: String(seen) }
  await press(first, 'publish', { ...form, code: await codeOf() })
  const restored = await act(action, {
    as: owner,
    pattern: LIST,
    intent: 'restore',
    form: { edition: String(edition) },
  })
  const draft = await lookAt(restored.location.split('/').at(-1) ?? '')
  expect(draft).toMatchObject({ title: 'Earlier fares restored', grid: [] })
  expect(draft.steps[0]?.texts.adult).toBe('€4.20 to €3.50')
})

test('an accountant prepares fares but publishes none, and an auditor only looks', async () => {
  const draftId = await begin()
  const [accountant, auditor] = [await addStaff('accountant'), await addStaff('auditor')]
  expect((await press(draftId, 'save', { [FAR]: '4' }, accountant)).status).toBe(303)
  expect((await press(draftId, 'publish', {}, accountant)).status).toBe(403)
  expect((await press(draftId, 'discard', {}, auditor)).status).toBe(403)
  expect((await press(draftId, 'discard')).location).toMatch(/\/office\/fares$/)
})

test.each(['new', '0b0b0b0b-0000-4000-8000-000000000000'])('there is no draft %s', async (id) => {
  const opened = await openOffice(one, { as: owner, pattern: ONE, params: { id } })
  expect(opened.status).toBe(404)
  expect((await press(id, 'discard')).status).not.toBe(303)
})

async function begin(): Promise<string> {
  return (await beginOn(tomorrow())).location.split('/').at(-1) ?? ''
}

function beginOn(begins: string) {
  return act<Refused>(action, { as: owner, pattern: LIST, intent: 'begin', form: { begins } })
}

async function look(more = {}): Promise<FaresView> {
  return (await openOffice<FaresView>(list, { as: owner, pattern: LIST, ...more })).shown
}

async function lookAt(id: string): Promise<DraftView> {
  return (await openOffice<DraftView>(one, { as: owner, pattern: ONE, params: { id } })).shown
}

function press(id: string, intent: string, form: Record<string, string> = {}, as = owner) {
  return act<Refused>(actOnOne, { as, pattern: ONE, params: { id }, intent, form })
}
