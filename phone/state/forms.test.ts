import { beforeEach, expect, test, vi } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'

import { addForm, giveUpDuty, outcomeOf, sendForms } from './forms.ts'
import { openPhone, type Phone } from './phone.ts'
import type { Waiting } from './state.ts'
import { forget } from './work.ts'

/* The reports of a phone, without its page and with a disk in memory; e2e/specs has both. */

const { phone: words } = MESSAGES.en.office.boarding
const disk = { records: {}, log: [] as string[], isFree: Promise.resolve() }
const office = { answer: Promise.resolve() as Promise<Pick<Response, 'ok'> | undefined> }
let phone: Phone

/** On a disk that is slow until it is free. */
async function act(name: string, change: () => void): Promise<void> {
  disk.log.push(`${name} begins`)
  await disk.isFree
  change()
  disk.log.push(`${name} ends`)
}

beforeEach(() => {
  Object.assign(disk, { records: {}, log: [], isFree: Promise.resolve() })
  phone = openPhone({ words, locale: 'en', addresses: { page: '' } } as never, {
    disk: {
      write: (records: object) => act('write', () => Object.assign(disk.records, records)),
      forget: () => act('forget', () => (disk.records = {})),
    } as never,
    copy: {} as never,
    now: () => Date.now(),
    isHidden: () => false,
    ask: () => office.answer as never,
    signal: () => undefined,
    draw: () => Promise.resolve(undefined),
  })
  const bus = { departureId: 'one', calls: [] }
  const pack = { departures: [bus], stops: {} }
  const mine = [{ departureId: 'one', position: 0 }]
  const duty = { chosen: 'one', mine, pack, stopId: 'LCA', day: '2026-12-03', clockAhead: 0 }
  phone.tell({ is: 'kept', duty: duty as never })
})

const late = (): Waiting => ({ fields: { intent: 'late' }, since: Date.now() })

test('a report that is made while the one before is answered waits, on the disk too', async () => {
  const before = late()
  phone.tell({ is: 'kept', forms: [before] })
  const answered = Promise.withResolvers<Pick<Response, 'ok'>>()
  office.answer = answered.promise
  const sending = sendForms(phone)
  const written = Promise.withResolvers<void>()
  disk.isFree = written.promise
  const adding = addForm(phone, 'left')
  answered.resolve({ ok: true })
  // The answer is read while the disk still writes the new report.
  await vi.waitUntil(() => disk.log.length > 0)
  office.answer = Promise.resolve(undefined)
  written.resolve()
  const [left] = await Promise.all([adding, sending])
  expect(outcomeOf(phone, before)).toBe('taken')
  expect(left && outcomeOf(phone, left)).toBe('waits')
  expect(phone.now.forms).toEqual([left])
  expect(disk.records).toEqual({ forms: [left] })
})

test('a report that is made while names are deleted is written after them', async () => {
  await Promise.all([forget(phone), addForm(phone, 'late')])
  const [forgotten, written] = ['forget ends', 'write begins'].map((one) => disk.log.indexOf(one))
  expect(forgotten).toBeLessThan(written ?? -1)
  expect(phone.now.forms).toHaveLength(1)
})

test('a phone that the office blocks tells the driver why its reports are lost', async () => {
  const left = { fields: { intent: 'left' }, since: 0, bus: '14:00 Larnaca Airport' }
  phone.tell({ is: 'kept', forms: [left] })
  await giveUpDuty(phone)
  const { notices } = words
  expect(phone.now.notices).toEqual([`${notices.left} (14:00 Larnaca Airport): ${notices.blocked}`])
  expect(notices.blocked).toContain('the office has blocked this phone')
  expect(MESSAGES.el.office.boarding.phone.notices.blocked).toContain('απέκλεισε')
  expect(phone.now.forms).toEqual([])
  expect(outcomeOf(phone, left)).toBe('refused')
})
