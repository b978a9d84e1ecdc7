import { afterEach, expect, test } from 'vitest'

import { adoptCompany, operator } from '#operator'
import { exampleTicket } from '#test/fixtures/example-views.ts'

import { makeCalendar, makeCancellation } from './calendar.ts'

const ownZone = process.env.TZ
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ
  else process.env.TZ = ownZone
})

/** The lines of a calendar as a reader joins them: a folded line is one line. */
function linesOf(calendar: string): string[] {
  return calendar.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
}

/** The moment in a property, read as the standard says. */
function momentOf(calendar: string, property: string): string | undefined {
  const value = linesOf(calendar)
    .find((line) => line.startsWith(`${property}:`))
    ?.split(':')[1]
  const parts = value?.match(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/)?.slice(1)
  return parts && `${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}Z`
}

test('the hour is right wherever it is made or read, on both nights of the clock change too', () => {
  for (const departure of [
    '2026-11-20T06:30:00Z',
    '2027-03-28T01:30:00Z',
    '2027-10-31T00:30:00Z',
  ]) {
    for (const zone of ['America/New_York', 'Pacific/Auckland', 'Asia/Nicosia']) {
      process.env.TZ = zone
      const departsAt = Temporal.Instant.from(departure)
      const calendar = makeCalendar([exampleTicket({ departsAt })])
      expect(momentOf(calendar, 'DTSTART')).toBe(departure)
      expect(momentOf(calendar, 'DTEND')).toBe(departsAt.add({ minutes: 40 }).toString())
      expect(calendar).not.toContain('TZID')
    }
  }
})

test('an entry has the time and place of boarding, and reminds an hour before', () => {
  const lines = linesOf(makeCalendar([exampleTicket({ locale: 'el' })]))
  expect(lines).toContain('METHOD:PUBLISH')
  expect(lines).toContain('UID:7KQ2M9XA-1@halcyon.example')
  expect(lines).toContain('SEQUENCE:0')
  expect(lines).toContain('SUMMARY:Λεωφορείο: από Λευκωσία προς Αεροδρόμιο Λάρνακας')
  expect(lines).toContain('LOCATION:Λευκωσία – Πλατεία Σολωμού')
  expect(lines).toContain('TRIGGER:-PT1H')
  const description = lines.find((line) => line.startsWith('DESCRIPTION:Να είστε'))
  expect(description).toContain('έως τις 08:20 (ώρα Κύπρου)')
  expect(description).toContain('Θέση 4\\, στην πλευρά της πλατείας')
  expect(description).toContain('Αριθμός κράτησης: 7KQ2M9XA')
})

test('the two ways of a return are two entries, and each keeps its id when its ticket is replaced', () => {
  const back = exampleTicket({ number: '7KQ2M9XA-2-4' })
  const lines = linesOf(makeCalendar([exampleTicket(), back]))
  expect(lines.filter((line) => line.startsWith('UID'))).toEqual([
    'UID:7KQ2M9XA-1@halcyon.example',
    'UID:7KQ2M9XA-2@halcyon.example',
  ])
  expect(lines.filter((line) => line.startsWith('SEQUENCE'))).toEqual(['SEQUENCE:0', 'SEQUENCE:3'])
})

test('a cancelled ride is removed by an entry with a higher sequence than its last ticket', () => {
  const cancelledAt = Temporal.Instant.from('2026-11-12T09:00:00Z')
  const ticket = exampleTicket({ number: '7KQ2M9XA-1-2' })
  const lines = linesOf(makeCancellation([ticket], cancelledAt))
  const expected = [
    'METHOD:CANCEL',
    'UID:7KQ2M9XA-1@halcyon.example',
    'SEQUENCE:2',
    'STATUS:CANCELLED',
    'DTSTAMP:20261112T090000Z',
    'DTSTART:20261120T063000Z',
  ]
  expect(lines).toEqual(expect.arrayContaining(expected))
  expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^ORGANIZER.*hello@/)]))
  expect(lines).not.toContain('BEGIN:VALARM')
})

test('the same rides make the same calendar', () => {
  expect(makeCalendar([exampleTicket()])).toBe(makeCalendar([exampleTicket()]))
})

test('a stop’s name stays text: it adds no property and no second entry', () => {
  const { from } = exampleTicket()
  const name = 'Square\r\nEND:VEVENT\r\nBEGIN:VEVENT\nATTACH:http://evil.example'
  const lines = linesOf(
    makeCalendar([exampleTicket({ from: { ...from, name, directions: name } })]),
  )
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('ATTACH'))).toEqual([])
})

test('the properties of an entry stand before its alarm', () => {
  const ticket = exampleTicket({})
  const lines = linesOf(makeCalendar([ticket, exampleTicket({ number: '7KQ2M9XA-2' })]))
  const alarms = lines.flatMap((line, place) => (line === 'BEGIN:VALARM' ? [place] : []))
  expect(alarms).toHaveLength(2)
  for (const place of alarms) {
    const end = lines.indexOf('END:VALARM', place)
    expect(lines[end + 1]).toBe('END:VEVENT')
  }
  expect(lines.filter((line) => line.startsWith('URL'))).toHaveLength(2)
  expect(lines.filter((line) => line.startsWith('STATUS'))).toHaveLength(2)
})

test('an entry keeps its id when the company has another address, so that calendars can still remove it', () => {
  const [before] = linesOf(makeCalendar([exampleTicket()])).filter((line) =>
    line.startsWith('UID:'),
  )
  adoptCompany({ ...operator, email: 'hello@kingfisher.example' })
  const lines = linesOf(
    makeCancellation([exampleTicket()], Temporal.Instant.from('2026-11-20T06:30:00Z')),
  )
  adoptCompany(operator)
  expect(lines).toContain(before)
})
