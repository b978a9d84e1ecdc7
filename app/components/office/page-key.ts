import { UUID } from '#platform/ids.ts'
import { readMoment } from '#platform/typed-time.ts'

/*
 * The last row of a list in the address of the page after it: its moment, such as when its bus leaves, and
 * its id. Rows by time that came or went meanwhile neither repeat nor hide another.
 */

type Key<When extends string, Id extends string> = Record<When, Temporal.Instant> &
  Record<Id, string>

export function writeKey(moment: Temporal.Instant, id: string): string {
  return `${moment.toString()}_${id}`
}

/**
 * Both have the names that the list uses. Undefined for anything else, which stands for the first
 * page.
 */
export function readKey<When extends string, Id extends string>(
  text: string | null,
  [when, name]: readonly [When, Id],
): Key<When, Id> | undefined {
  const [written, id = ''] = (text ?? '').split('_', 2)
  const moment = readMoment(written)
  return moment && UUID.test(id) ? ({ [when]: moment, [name]: id } as Key<When, Id>) : undefined
}
