import { execFileSync } from 'node:child_process'

import { openScratchDatabase } from '#test/fixtures/scratch-database.ts'

/* Writes db/types.ts: the tables as TypeScript sees them, read back from the migrations. */
const database = await openScratchDatabase()
execFileSync('kysely-codegen', ['--url', database.url], { stdio: 'inherit' })
await database.stop()
