import { openScratchDatabase } from '#test/fixtures/scratch-database.ts'

import { writeTableTypes } from './table-types.ts'

/* Writes db/types.ts, the tables as TypeScript types, from a database made by the migrations. */
const database = await openScratchDatabase()
await writeTableTypes(database.url)
await database.stop()
