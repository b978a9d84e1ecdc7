import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, asyncProperty, assert, constantFrom, record, string, boolean } from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkFeed } from './check-feed.ts'
import { describeFinding } from './describe-finding.ts'
import { rowsOf } from './feed.ts'
import { readFeed } from './read-feed.server.ts'
import { sampleTexts } from './sample-feed.ts'

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

test('a zip file may have its texts in a folder, and other things beside them', async () => {
  const packed = Object.fromEntries(
    Object.entries(sampleTexts()).map(([name, text]) => [`feed/${name}`, text]),
  )
  const others = { '__MACOSX/feed/stops.txt': 'rubbish', 'feed/readme.pdf': 'rubbish' }
  expect(await readFeed(await asZip('packed', { ...packed, ...others }))).toEqual(
    await readFeed(await asFolder('packed', sampleTexts())),
  )
})

test('whatever is written in a CSV file is read back, with the lines it stands in', async () => {
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
      const feed = await readFeed(await asZip('property', { 'notes.txt': text }))

      const read = rowsOf(feed, 'notes.txt')
      expect(read.map(({ values }) => Object.fromEntries(values))).toEqual(given)
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
  ['nothing at all', 'nowhere', undefined, 'nowhere: This is neither a folder'],
  ['no zip file', 'broken.zip', 'PK but not really', 'broken.zip: This cannot be read'],
  ['an empty zip file', 'empty.zip', zipSync({}), 'agency.txt: The file is missing'],
])('%s is refused', async (_, name, content, told) => {
  if (content !== undefined) await writeFile(join(folder, name), content)
  const feed = await readFeed(join(folder, name))
  const { problems } = checkFeed(feed, Temporal.PlainDate.from('2026-11-20'))
  expect(problems.map(describeFinding)[0]).toContain(told)
})

test('a file in another encoding is told', async () => {
  const zip = join(folder, 'latin.zip')
  await writeFile(zip, zipSync({ 'stops.txt': Uint8Array.of(0x73, 0xe9, 0x0a) }))
  const { unread } = await readFeed(zip)
  expect(unread.map(describeFinding)).toEqual(['stops.txt: This cannot be read: it is not UTF-8.'])
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
