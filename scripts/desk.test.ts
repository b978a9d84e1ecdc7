import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'
import { addDeparture, addTimetable } from '#test/world/timetable.ts'

let bus: string
beforeAll(async () => {
  await addTimetable()
  bus = await addDeparture({ departsAt: Temporal.Instant.from('2027-05-04T06:30:00Z') })
})

test('a departure is found by its date and cancelled by its id, once', async () => {
  const { stdout } = desk('departure', 'list', '2027-05-04')
  expect(stdout).toBe(`${bus}  09:30 route 1, A to D, 0 of 10 sold, planned\n`)

  const wish = ['departure', 'cancel', bus, '--by', 'maria', '--reason', 'no driver']
  expect(desk(...wish)).toMatchObject({ status: 0, stdout: expect.stringContaining('0 bookings') })
  expect(desk(...wish)).toMatchObject({
    status: 1,
    stderr: 'Nothing was done: cancelled-already.\n',
  })
  const entries = db.selectFrom('auditEntries').select(['actor', 'reason'])
  expect(await entries.where('subject', '=', `departure:${bus}`).execute()).toEqual([
    { actor: 'desk:maria', reason: 'no driver' },
  ])
})

test.each([
  [['departure', 'cancel', 'x', '--by', 'maria', '--reason', 'none']],
  [['departure', 'cancel', '00000000-0000-4000-8000-000000000000', '--by', 'maria']],
  [['departure', 'list', 'tomorrow']],
  [[]],
])('%o is told how to be asked', (words) => {
  expect(desk(...words)).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') })
})

function desk(...words: string[]) {
  const script = join(import.meta.dirname, 'desk.ts')
  return spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' })
}
