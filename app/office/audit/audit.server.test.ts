import { beforeAll, expect, test } from 'vitest'

import { audit } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openBank } from '#test/simulation/bank.ts'
import { anyBus } from '#test/simulation/simulation.ts'
import { addTimetable } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { loader as csvLoader } from './audit.csv.ts'
import { loader } from './page.tsx'
import type { AuditView } from './view.ts'

let owner: Colleague
let maria: Colleague
beforeAll(async () => {
  await addTimetable()
  owner = await addStaff('owner')
  maria = await addStaff('dispatcher')
})

test('an entry is a sentence with its reason, a link, and what it changed', async () => {
  const subject = newSubject()
  await write({
    subject,
    action: 'capacity',
    reason: 'smaller bus',
    before: { seats: 50 },
    after: { seats: 30 },
  })
  const [row] = await look(`subject=${subject}`)
  expect(row).toMatchObject({
    what: 'changed the capacity',
    to: `/office/departures/${subject.split(':')[1]}`,
    reason: 'smaller bus',
    changes: [{ field: 'seats', before: '50', after: '30' }],
  })
})

test('it is filtered by person, kind, subject and a word of the reason', async () => {
  const subject = newSubject()
  const before = now().subtract({ seconds: 1 })
  await write({ subject, action: 'late', reason: 'Traffic at Kofinou', now: before })
  await write({ subject, action: 'bay', by: { kind: 'job', name: 'reconcile' } })
  const only = `subject=${subject}`
  expect(await actionsIn(only)).toEqual(['set the bay', 'reported a delay'])
  expect(await actionsIn(`${only}&who=${maria.staffId}`)).toEqual(['reported a delay'])
  expect(await actionsIn(`${only}&word=kofinou`)).toEqual(['reported a delay'])
  expect(await actionsIn(`${only}&word=50%25`)).toEqual([])
  expect(await actionsIn(`${only}&kind=departure`)).toHaveLength(2)
  expect(await actionsIn(`${only}&kind=refund`)).toEqual([])
})

test('the two dates are both within; without any, the last 30 days are shown', async () => {
  const subject = newSubject()
  for (const days of [1, 10, 40])
    await write({ subject, action: `day-${days}`, now: daysAgo(days) })
  expect(await daysIn(`who=${maria.staffId}`)).toEqual(['day-1', 'day-10'])
  expect(await daysIn(`subject=${subject}`)).toEqual(['day-1', 'day-10', 'day-40'])
  const both = `subject=${subject}&from=${dateOf(40)}&until=${dateOf(10)}`
  expect(await daysIn(both)).toEqual(['day-10', 'day-40'])
  expect(await daysIn(`subject=${subject}&from=2026-13-77`)).toHaveLength(3)
})

test('pages follow each other in both directions, and none is cut or shown twice', async () => {
  const subject = newSubject()
  for (let place = 0; place < 120; place++) await write({ subject, action: `act-${place}` })
  const first = await open(`subject=${subject}`)
  const second = await open(`subject=${subject}&after=${first.older}`)
  const third = await open(`subject=${subject}&after=${second.older}`)
  const ids = [first, second, third].map(({ rows }) => rows.map(({ auditId }) => auditId))
  expect(ids.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(new Set(ids.flat()).size).toBe(120)
  expect([first.newer, third.older]).toEqual([undefined, undefined])
  const back = await open(`subject=${subject}&before=${third.newer}`)
  expect(back.rows.map(({ auditId }) => auditId)).toEqual(ids[1])
  expect((await open(`subject=${subject}&after=nonsense`)).rows).toHaveLength(50)
})

test('the reference of a booking leads to all that was done about it and its money', async () => {
  const bank = await openBank()
  const { orderId, result } = await buy(bank, [ride(await anyBus(), 'A', 'C')])
  await bank.stop()
  await write({ subject: `order:${orderId}`, action: 'note' })
  const rows = await look(`subject=${result.reference}`)
  expect(rows).toContainEqual(
    expect.objectContaining({
      what: 'wrote a note',
      subject: `Bookings: ${result.reference}`,
      to: `/office/bookings/${result.reference}`,
    }),
  )
  expect(await look('subject=00000000')).toEqual([])
})

test('the file has a row for each change, and no cell that a spreadsheet would compute', async () => {
  const subject = newSubject()
  const changes = { before: { bay: '1', stop: 'A' }, after: { bay: '2', stop: 'B' } }
  await write({ subject, action: 'bay', reason: '=HYPERLINK("http://evil")', ...changes })
  const file = await download(`subject=${subject}`)
  expect(file.startsWith('\uFEFFTime,Done by,Action,Subject,Reason')).toBe(true)
  expect(file.trim().split('\r\n')).toHaveLength(3)
  expect(file).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(await download(`subject=${subject}`, '/el')).toMatch(/^\uFEFFΏρα;Χρήστης;/)
})

test('only those who may see the audit are shown it', async () => {
  const opened = { as: maria, pattern: '/office/audit' } as const
  expect((await openOffice(loader, opened)).status).toBe(403)
})

async function actionsIn(query: string): Promise<string[]> {
  return (await look(query)).map(({ what }) => what)
}

/** The entries that the test about dates has written. */
async function daysIn(query: string): Promise<string[]> {
  return (await actionsIn(query)).filter((what) => what.startsWith('day-'))
}

function daysAgo(days: number): Temporal.Instant {
  return now().subtract({ hours: 24 * days })
}

function dateOf(days: number): string {
  return dateInCyprus(daysAgo(days)).toString()
}

type Entry = Parameters<typeof audit>[1]

function write(entry: Pick<Entry, 'subject' | 'action'> & Partial<Entry>): Promise<void> {
  const by = { kind: 'staff', staffId: maria.staffId } as const
  return inTransaction((tx) => audit(tx, { by, now: now(), ...entry }))
}

function newSubject(): string {
  return `departure:${crypto.randomUUID()}`
}

async function open(query: string): Promise<AuditView> {
  const opened = { as: owner, pattern: '/office/audit', query } as const
  return (await openOffice<AuditView>(loader, opened)).shown
}

async function look(query: string) {
  return (await open(query)).rows
}

async function download(query: string, prefix = ''): Promise<string> {
  let file = ''
  const read = async (args: Parameters<typeof csvLoader>[0]) => {
    const answer = await csvLoader(args)
    file = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
    return answer
  }
  await openOffice(read, { as: owner, pattern: '/office/audit.csv', query, prefix })
  return file
}
