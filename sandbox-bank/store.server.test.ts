import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'

import { NO_FAULTS } from './fault-settings.ts'
import { newOrder } from './order.ts'
import { openStore } from './store.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'bank-books-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['made now', 'kept from before, and open to all'])(
  'the database has names of buyers, so no other user of the machine can read it: %s',
  (when) => {
    const file = join(folder, `${when}.sqlite`)
    if (when !== 'made now') {
      for (const name of [file, `${file}-wal`, `${file}-shm`]) {
        writeFileSync(name, '')
        chmodSync(name, 0o644)
      }
    }
    const store = openStore(file)
    const written = readdirSync(folder).filter((name) => name.startsWith(when))
    expect(written).toHaveLength(3)
    for (const name of written) {
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
    }
    store.close()
  },
)

test('a full disk is named as what it is', () => {
  const store = openStore(join(folder, 'full.sqlite'))
  const now = Temporal.Instant.from('2026-11-20T08:00:00Z')
  const wish: Parameters<typeof newOrder>[0] = {
    id: 'order',
    merchantRef: 'REF',
    amount: 2700,
    currency: 'EUR',
    locale: 'en',
    description: 'x'.repeat(1_000_000),
    lines: [],
    successUrl: '',
    failUrl: '',
    notifyUrl: '',
    metadata: {},
    expiresAt: now.add({ minutes: 15 }),
  }
  const order = newOrder(wish, NO_FAULTS, now)
  using full = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    this.prepare(sql).run()
    if (sql === 'begin immediate') this.prepare('pragma max_page_count = 1').get()
  })
  const add = () => store.addOrder(order, { idempotencyKey: 'key', fingerprint: 'same' })
  expect(add).toThrow('database or disk is full')
  expect(add).toThrow('database or disk is full')
  expect(full).toHaveBeenCalledWith('begin immediate')
  store.close()
})

test('programs that open a new database at the same moment all do', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const meeting = mkdtempSync(join(folder, 'meeting-'))
    const openers = Array.from({ length: 6 }, (_, place) =>
      run(process.execPath, ['--input-type=module', '-e', OPENER, STORE, meeting, `${place}`]),
    )
    const answers = await Promise.all(openers)
    expect(answers.map(({ stdout }) => stdout)).toEqual(openers.map(() => 'opened'))
  }
})

const run = promisify(execFile)
/** Without a second try an opener fails in every third round or so. */
const ROUNDS = 6
const STORE = new URL('store.server.ts', import.meta.url).href

/** Opens the database once all six have come to the meeting. */
const OPENER = `
  import { existsSync, writeFileSync } from 'node:fs'
  const [store, meeting, place] = process.argv.slice(1)
  const { openStore } = await import(store)
  writeFileSync(meeting + '/' + place, '')
  const late = Date.now() + 20000 // one that never came must not let the others wait for ever
  // It rests between two looks, so that the others have a core to start on.
  const rest = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  for (const other of [0, 1, 2, 3, 4, 5])
    for (; !existsSync(meeting + '/' + other); rest()) if (Date.now() > late) process.exit(1)
  try {
    openStore(meeting + '/bank.sqlite').close()
    process.stdout.write('opened')
  } catch (err) {
    process.stdout.write(err.message)
  }`
