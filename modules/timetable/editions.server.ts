import { forgetKept } from '#platform/cache.server.ts'
import { db } from '#platform/db.server.ts'
import { log } from '#platform/log.server.ts'
import { forgetPages } from '#platform/page-cache.server.ts'

/** How long a page may show the old timetable after another process has imported a new one. */
const LOOK_MILLISECONDS = 1000

/** Drops all that this process has cached of a timetable that was replaced. */
export function forgetTimetable(): void {
  forgetKept()
  forgetPages()
}

type Following = {
  /** Resolves when the check under way, if any, has ended. */
  looked: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Notices each import, whichever process ran it, and drops what this process cached of the old
 * timetable. While the database is away, the cached timetable stays in use.
 */
export function followEditions(): Following {
  let known: number | undefined
  let looking: Promise<void> | undefined

  const look = async () => {
    const edition = await countEditions()
    if (known !== undefined && edition !== known) {
      log.info({ edition }, 'A new timetable is shown')
      forgetTimetable()
    }
    known = edition
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => {})
      .finally(() => (looking = undefined))
  }, LOOK_MILLISECONDS)
  timer.unref()
  const looked = async () => looking
  return {
    looked,
    stop() {
      clearInterval(timer)
      return looked()
    },
  }
}

/** Imports are only ever added, so their number identifies the edition. */
async function countEditions(): Promise<number> {
  const { count } = await db
    .selectFrom('feedImports')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
