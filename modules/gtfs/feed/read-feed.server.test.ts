import { array, asyncProperty, assert, constantFrom, record, string, boolean } from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkFeed } from '#modules/gtfs/check/check-feed.ts'
import { describeFinding } from '#modules/gtfs/check/describe-finding.ts'
import { sampleTexts } from '#test/fixtures/sample-feed.ts'

import { rowsOf, textIn } from './feed.ts'
import { Findings, type FeedProblem } from './findings.ts'
import { readCsv } from './read-csv.ts'
import { readFeed } from './read-feed.server.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feed-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a folder and a zip file of the same texts are the same feed', async () => {
  const texts = sampleTexts()
  expect(await readFeed(await asZip('same', texts))).toEqual(
    await readFeed(await asFolder('same', texts)),
  )
})

test('a zip file may have its texts in a folder, and other files beside them', async () => {
  const packed = Object.fromEntries(
    Object.entries(sampleTexts()).map(([name, text]) => [`feed/${name}`, text]),
  )
  const others = { '__MACOSX/feed/stops.txt': 'rubbish', 'feed/readme.pdf': 'rubbish' }
  expect(await readFeed(await asZip('packed', { ...packed, ...others }))).toEqual(
    await readFeed(await asFolder('packed', sampleTexts())),
  )
})

test('any text written to a CSV file is read back, with its line numbers', async () => {
  const value = string({ unit: 'grapheme', maxLength: 12 }).map((text) =>
    text.replaceAll(/[\uFEFF\r]/g, '').trim(),
  )
  const rows = array(record({ name: value, note: value }), { minLength: 1, maxLength: 20 })
  const style = record({ mark: boolean(), end: constantFrom('\n', '\r\n'), last: boolean() })
  await assert(
    asyncProperty(rows, style, async (given, { mark, end, last }) => {
      const lines = [['name', 'note'], ...given.map(({ name, note }) => [name, note])]
      const body = lines.map((line) => line.map(quoted).join(',')).join(end)
      const text = (mark ? '\uFEFF' : '') + body + (last ? end : '')
      const feed = await readFeed(await asZip('property', { 'stops.txt': text }))

      const read = rowsOf(feed, 'stops.txt')
      expect(read.map((row) => ({ name: textIn(row, 'name'), note: textIn(row, 'note') }))).toEqual(
        given,
      )
      let line = 2
      for (const [place, { name, note }] of given.entries()) {
        expect(read[place]?.line).toBe(line)
        line += 1 + [...`${name}${note}`.matchAll(/\n/g)].length
      }
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['a missing file', 'nowhere', undefined, 'nowhere: This is neither a folder'],
  [
    'a file that is not a zip file',
    'broken.zip',
    'PK but not really',
    'broken.zip: This cannot be read',
  ],
  ['an empty zip file', 'empty.zip', zipSync({}), 'agency.txt: The file is missing'],
])('%s is refused', async (_, name, content, told) => {
  if (content !== undefined) await writeFile(join(folder, name), content)
  const feed = await readFeed(join(folder, name))
  const { problems } = checkFeed(feed, Temporal.PlainDate.from('2026-11-20'))
  expect(problems.map((found) => describeFinding(found))[0]).toContain(told)
})

test('a feed that is packed twice is told so once', async () => {
  const inner = zipSync({ 'stops.txt': strToU8('stop_id\nA') })
  const zip = join(folder, 'outer.zip')
  await writeFile(zip, zipSync({ 'export/GTFS.ZIP': inner }))
  const { problems } = checkFeed(await readFeed(zip), Temporal.PlainDate.from('2026-11-20'))
  expect(problems.map((found) => describeFinding(found))).toEqual([
    'outer.zip: The feed is packed twice: inside is the zip file GTFS.ZIP. Unpack this one and import that.',
  ])
})

test('a file in another encoding is reported', async () => {
  const zip = join(folder, 'latin.zip')
  await writeFile(zip, zipSync({ 'stops.txt': Uint8Array.of(0x73, 0xe9, 0x0a) }))
  const { unread } = await readFeed(zip)
  expect(unread.map((found) => describeFinding(found))).toEqual([
    'stops.txt: This cannot be read: it is not UTF-8.',
  ])
})

test('a flipped bit in a zip file is not read as another fare', async () => {
  const zip = join(folder, 'flipped.zip')
  const packed = zipSync({ 'fare_attributes.txt': [strToU8('9.00'), { level: 0 }] })
  const place = Buffer.from(packed).indexOf('9.00')
  packed[place] = '1'.charCodeAt(0)
  await writeFile(zip, packed)
  const { files, unread } = await readFeed(zip)
  expect(unread.map((found) => describeFinding(found))).toEqual([
    'fare_attributes.txt: This cannot be read: its checksum is wrong, so the zip file is damaged.',
  ])
  expect(files.get('fare_attributes.txt')?.rows).toEqual([])
})

test('two files of one name are refused, and neither is silently chosen', async () => {
  const texts = { 'stops.txt': 'stop_id\nA', 'other/stops.txt': 'stop_id\nB' }
  const { unread } = await readFeed(await asZip('twice', texts))
  expect(unread.map((found) => describeFinding(found))).toEqual([
    'stops.txt: The file is in the feed twice.',
  ])
})

test('a file that the site does not use is not unpacked, however large it is', async () => {
  const shapes = new Uint8Array(200 * 1024 * 1024)
  const zip = join(folder, 'shapes.zip')
  await writeFile(zip, zipSync({ 'stops.txt': strToU8('stop_id\nA'), 'shapes.txt': shapes }))
  const before = process.resourceUsage().maxRSS
  const feed = await readFeed(zip)
  expect(feed).toMatchObject({ others: ['shapes.txt'], unread: [] })
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(50)
})

test('a file that would be too large is refused before it is unpacked', async () => {
  const stops = new Uint8Array(97 * 1024 * 1024)
  const zip = join(folder, 'bomb.zip')
  await writeFile(zip, zipSync({ 'stops.txt': stops }))
  const { unread } = await readFeed(zip)
  expect(unread.map((found) => describeFinding(found))).toEqual([
    'bomb.zip: This cannot be read: its files have more than 96 MiB.',
  ])
})

test('rows are counted over all the files', () => {
  const problems = new Findings<FeedProblem>()
  const bytes = strToU8('stop_id\nA\nB\nC')
  readCsv({ file: 'stops.txt', bytes, mostRows: 3, problems })
  expect(problems.list()).toEqual([])
  readCsv({ file: 'stops.txt', bytes, mostRows: 2, problems })
  expect(problems.list().map((found) => describeFinding(found))).toEqual([
    'stops.txt, line 4: This cannot be read: the feed has too many rows.',
  ])
})

test('a folder in the place of a file and a broken link are reported', async () => {
  const path = await asFolder('odd', {})
  await mkdir(join(path, 'stops.txt'))
  await mkdir(join(path, 'shapes.txt'))
  await symlink('nowhere', join(path, 'routes.txt'))
  const { unread } = await readFeed(path)
  expect(unread.map((found) => describeFinding(found))).toEqual([
    'routes.txt: This cannot be read: the link leads nowhere.',
    'stops.txt: This cannot be read: it is no file.',
  ])
})

async function asFolder(name: string, texts: Record<string, string>): Promise<string> {
  const path = join(folder, name)
  await mkdir(path, { recursive: true })
  for (const [file, text] of Object.entries(texts)) await writeFile(join(path, file), text)
  return path
}

async function asZip(name: string, texts: Record<string, string>): Promise<string> {
  const path = join(folder, `${name}.zip`)
  const files = Object.entries(texts).map(([file, text]) => [file, strToU8(text)] as const)
  await writeFile(path, zipSync(Object.fromEntries(files)))
  return path
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}
