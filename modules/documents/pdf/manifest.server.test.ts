import { expect, test, vi } from 'vitest'

import type { Manifest } from '#modules/documents/manifest.ts'
import { renderManifestPdf } from '#modules/documents/render-pdf.server.ts'
import { operator } from '#operator'
import { exampleManifest, MAX_NAME_LENGTH } from '#test/fixtures/example-views.ts'
import { openReader } from '#test/fixtures/pdf-reader.ts'

import { printManifest } from './manifest.server.ts'

/** For fifty parties, each with the longest name. */
const MAX_BYTES = 100_000

const { read } = openReader()
const LIVE = { demonstration: false }

test('the list on paper has everything the crew needs, and no address or price', async () => {
  const [text = ''] = await read(await printManifest(exampleManifest(), LIVE))
  const expected = [
    'Passenger list',
    '08:30 NL',
    'Friday 20 November 2026 08:30 NL',
    'Nicosia – Larnaca Airport As of',
    'As of Friday 20 November 2026, 07:58',
    '08:30 Nicosia – Solomos Square',
    'Boarding: 12 (9 seats)',
    'Ada Lovelace',
    '2 adults, 1 child, 1 infant',
    'Larnaca Airport',
    '7KQ2M9XA-1',
    '7KQ2M9XA-2-2',
    'Ticket no. 2: earlier ones are void',
    'Wheelchair space W-4F7K2',
    '09:10 Larnaca International Airport',
    'Leaving: 12 Ada Lovelace (4)',
    'Nicosia – Larnaca Airport 9 of 50',
    'Walk-ups',
  ]
  for (const words of expected) expect(text).toContain(words)
  expect(text).not.toMatch(/€|@(?!halcyon)|Demonstration/)
})

test('there are no lines for walk-ups where drivers do not sell', async () => {
  const sells = vi.spyOn(operator, 'sellsOnBoard', 'get').mockReturnValue(false)
  const [text = ''] = await read(await printManifest(exampleManifest(), LIVE))
  sells.mockRestore()
  expect(text).toContain('9 of 50')
  expect(text).not.toContain('Walk-ups')
})

test('the list is printed in Greek too', async () => {
  const manifest = exampleManifest({ locale: 'el', status: 'cancelled' })
  const [text = ''] = await read(await printManifest(manifest, { demonstration: true }))
  const expected = [
    'Κατάσταση επιβατών',
    'Επιβιβάζονται: 12 (θέσεις: 9)',
    'Αποβιβάζονται: 12',
    'Χαράλαμπος Ιωάννου',
    '2η έκδοση εισιτηρίου',
    'Επιβάτες χωρίς κράτηση',
    'Το δρομολόγιο δεν εκτελείται.',
    'η κατάσταση δεν αφορά πραγματικό δρομολόγιο',
  ]
  for (const words of expected) expect(text).toContain(words)
})

test('a full coach takes several sheets, and each names the bus and its columns', async () => {
  const manifest = exampleManifest({}, 50)
  for (const stop of manifest.stops) {
    for (const party of stop.boards) party.leader = MAX_NAME_LENGTH
  }
  const pdf = await printManifest(manifest, LIVE)
  const sheets = await read(pdf)
  expect(sheets.length).toBeGreaterThan(2)
  for (const sheet of sheets) expect(sheet).toContain('08:30 NL')
  for (const sheet of sheets.slice(0, 2)) expect(sheet).toContain('Group leader')
  const numbers = sheets.join(' ').match(/7KQ2M9XA-\d+/g)
  expect(new Set(numbers).size).toBe(50)
  expect(pdf.length).toBeLessThan(MAX_BYTES)
})

test('the worker prints the same list as this thread', async () => {
  const manifest = exampleManifest()
  const here = await printManifest(manifest, LIVE)
  expect(Buffer.from(await renderManifestPdf(manifest, LIVE)).equals(here)).toBe(true)
})

test('a name in Hebrew is in the row of the party and among those who leave', async () => {
  const manifest = exampleManifest()
  for (const stop of manifest.stops) {
    for (const party of partiesAt(stop)) party.leader = 'שולמית'
  }
  const [text = ''] = await read(await printManifest(manifest, LIVE))
  expect(text.split('שולמית').length - 1).toBe(manifest.stops.flatMap(partiesAt).length)
})

test('a name that our fonts lack is not said to be erased', async () => {
  const manifest = exampleManifest()
  const stops = manifest.stops.map((stop) => ({
    ...stop,
    boards: stop.boards.map((party) => ({ ...party, leader: '李小龙' })),
  }))
  const [text = ''] = await read(await printManifest({ ...manifest, stops }, LIVE))
  expect(text).toContain('As in the booking')
  expect(text).not.toContain('Name erased')
})

function partiesAt({ boards, leaves }: Manifest['stops'][number]) {
  return [...boards, ...leaves]
}
