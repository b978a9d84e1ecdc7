import { forgetKept } from '#platform/cache.server.ts'
import { db } from '#platform/db.server.ts'
import { log } from '#platform/log.server.ts'
import { forgetPages } from '#platform/page-cache.server.ts'

/** How long a page may show the timetable of before after another process has imported a new one. */
const LOOK_MILLISECONDS = 1000

/** What is kept in this process of a timetable that has been replaced is read anew from now on. */
export function forgetTimetable(): void {
  forgetKept()
  forgetPages()
}

type Following = {
  /** When the look that is under way, if any, has ended. */
  looked: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Notices each import, whichever process it ran in, and forgets what this process kept of the
 * timetable before. A database that is away tells nothing new: what is kept is shown on.
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

/** Imports are only ever added, so their number names the edition. */
async function countEditions(): Promise<number> {
  const { count } = await db
    .selectFrom('feedImports')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
