import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { SEED_FOLDER } from '#modules/gtfs/import/load-seed.server.ts'
import { db } from '#platform/db.server.ts'
import { sampleTexts } from '#test/fixtures/sample-feed.ts'

/** The assumptions that the valid feed needs. */
const SAID = ['--seats=50', '--children=50%', '--students=adult', '--infants=free']

test('the demonstration timetable is imported and summarised', async () => {
  const { status, stdout, stderr } = timetable('import', SEED_FOLDER)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('trips: 0 before, 290 now')
  expect(stdout).toMatch(/^Fares: 0 higher, 0 lower, \d+ new, 0 removed$/m)
  expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(40)
  expect(stdout).toContain('The timetable is published until 2028-03-25.')
  expect(await db.selectFrom('feedImports').select('source').execute()).toHaveLength(1)
})

test('an invalid feed is refused with every problem by file and line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'))
  for (const [name, text] of Object.entries(sampleTexts())) {
    const broken = text.replace('R,daily,T1', 'S,weekly,T1').replace('Beta,35.00', 'Beta,north')
    await writeFile(join(folder, name), broken)
  }
  const { status, stderr } = timetable('import', folder, ...SAID)
  await rm(folder, { recursive: true })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'Problem: stops.txt, line 3: stop_lat is “north”, which is not a number of degrees.',
    'Problem: trips.txt, line 2: route_id is “S”, which does not exist in routes.txt.',
    'Problem: trips.txt, line 2: service_id is “weekly”, which does not exist in calendar.txt or calendar_dates.txt.',
    'The feed has errors; nothing was imported.',
  ])
})

test('any other command prints the usage', () => {
  expect(timetable()).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') })
})

function timetable(...words: string[]) {
  const script = join(import.meta.dirname, 'timetable.ts')
  return spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' })
}
