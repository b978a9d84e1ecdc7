import { expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { MAX_NOTE_LENGTH } from './limits.ts'
import { listNotes, writeNote } from './notes.server.ts'

const simulation = openSimulation()
const BY = { kind: 'admin', name: 'maria' } as const

test('a note is listed with its author, and the audit names it without its words', async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')])
  const text = ' Travels with a cello; card 4242 4242 4242 4242 '
  const outcome = await writeNote({ orderId, text, by: BY, now: now() })
  if (!outcome.ok) throw new Error(outcome.reason)
  expect(await listNotes(orderId)).toMatchObject([
    { text: 'Travels with a cello; card •••• 4242', author: 'admin:maria' },
  ])
  const { after } = await db
    .selectFrom('auditEntries')
    .select('after')
    .where('action', '=', 'note')
    .executeTakeFirstOrThrow()
  expect(after).toEqual({ noteId: outcome.noteId })
})

test('a note has words, and not too many', async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')])
  const write = (text: string) => writeNote({ orderId, text, by: BY, now: now() })
  expect(await write(' ')).toEqual({ ok: false, reason: 'note-missing' })
  expect(await write('x'.repeat(MAX_NOTE_LENGTH))).toMatchObject({ ok: true })
  expect(await write('x'.repeat(MAX_NOTE_LENGTH + 1))).toMatchObject({ reason: 'note-too-long' })
})
