import { afterAll, beforeEach, expect, test, vi } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'

import { addForm, giveUpDuty, outcomeOf, sendForms } from './forms.ts'
import { forget, work, type Waiting } from './work.ts'

/* The reports of a phone, without its page and with a disk in memory; e2e/specs has both. */

const { disk, office } = vi.hoisted(() => ({
  disk: {
    records: {},
    log: [] as string[],
    isFree: Promise.resolve(),
  },
  office: { answer: Promise.resolve() as Promise<Pick<Response, 'ok'> | undefined> },
}))
vi.mock(import('./page.ts'), async () => {
  const { MESSAGES: all } = await import('#app/i18n/messages.ts')
  return {
    words: all.en.office.boarding.phone,
    fill: () => '',
    locale: 'en',
    addresses: { page: '' },
    element: () => ({ replaceChildren: () => {} }),
    post: () => office.answer,
  } as never
})
vi.mock(import('#phone/signal.ts'), () => ({ signal: () => {} }))
vi.mock(import('#phone/disk/store.ts'), () => {
  const store = {
    write: (records: object) => act('write', () => Object.assign(disk.records, records)),
    forget: () => act('forget', () => (disk.records = {})),
  }
  return { openStore: () => Promise.resolve(store) } as never
})
/** On a disk that is slow until it is free. */
async function act(name: string, change: () => void): Promise<void> {
  disk.log.push(`${name} begins`)
  await disk.isFree
  change()
  disk.log.push(`${name} ends`)
}
vi.stubGlobal('document', { createElement: () => ({}) })
afterAll(() => vi.unstubAllGlobals())

beforeEach(() => {
  Object.assign(disk, { records: {}, log: [], isFree: Promise.resolve() })
  const bus = { departureId: 'one', calls: [] }
  const pack = { departures: [bus], stops: {} }
  const mine = [{ departureId: 'one', position: 0 }]
  const duty = { chosen: 'one', mine, pack, stopId: 'LCA', day: '2026-12-03', clockAhead: 0 }
  Object.assign(work, { duty, forms: [], notices: [] })
})

const late = (): Waiting => ({ fields: { intent: 'late' }, since: Date.now() })

test('a report that is made while the one before is answered waits, on the disk too', async () => {
  const before = late()
  work.forms = [before]
  const answered = Promise.withResolvers<Pick<Response, 'ok'>>()
  office.answer = answered.promise
  const sending = sendForms()
  const written = Promise.withResolvers<void>()
  disk.isFree = written.promise
  const adding = addForm('left')
  answered.resolve({ ok: true })
  // The answer is read while the disk still writes the new report.
  await vi.waitUntil(() => disk.log.length > 0)
  office.answer = Promise.resolve(undefined)
  written.resolve()
  const [left] = await Promise.all([adding, sending])
  expect(outcomeOf(before)).toBe('taken')
  expect(left && outcomeOf(left)).toBe('waits')
  expect(work.forms).toEqual([left])
  expect(disk.records).toEqual({ forms: [left] })
})

test('a report that is made while names are deleted is written after them', async () => {
  await Promise.all([forget(), addForm('late')])
  const [forgotten, written] = ['forget ends', 'write begins'].map((one) => disk.log.indexOf(one))
  expect(forgotten).toBeLessThan(written ?? -1)
  expect(work.forms).toHaveLength(1)
})

test('a phone that the office blocks tells the driver why its reports are lost', async () => {
  const left = { fields: { intent: 'left' }, since: 0, bus: '14:00 Larnaca Airport' }
  work.forms = [left]
  await giveUpDuty()
  const { notices } = MESSAGES.en.office.boarding.phone
  expect(work.notices).toEqual([`${notices.left} (14:00 Larnaca Airport): ${notices.blocked}`])
  expect(notices.blocked).toContain('the office has blocked this phone')
  expect(MESSAGES.el.office.boarding.phone.notices.blocked).toContain('απέκλεισε')
  expect(work.forms).toEqual([])
  expect(outcomeOf(left)).toBe('refused')
})
