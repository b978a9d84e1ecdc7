import { openScratchDatabase } from '#test/fixtures/scratch-database.ts'

import { writeTableTypes } from './table-types.ts'

/* Writes db/types.ts: the tables as TypeScript sees them, read back from the migrations. */
const database = await openScratchDatabase()
await writeTableTypes(database.url)
await database.stop()
