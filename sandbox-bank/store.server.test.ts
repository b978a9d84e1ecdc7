import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

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
