import type { PassengerCategory } from '#modules/fares/passengers.ts'

/*
 * Problems and warnings about a feed. A feed with a problem is refused as a whole; a warning is for
 * a person to look at. Each names its place, so that it can be fixed.
 */

/** `line` is null if the fault concerns the file as a whole. */
type Place = { file: string; line: number | null }

export type FeedProblem = Place & (Problem | MoreOfThem)
export type FeedWarning = Place & (Warning | MoreOfThem)

type Problem =
  | { code: 'not-a-feed' }
  | { code: 'zip-inside'; inner: string }
  | { code: 'unreadable'; because: WhyUnreadable }
  | { code: 'missing-file' }
  | { code: 'file-twice' }
  | { code: 'missing-column'; column: string }
  | { code: 'column-twice'; column: string }
  | { code: 'wrong-number-of-values'; expected: number; found: number }
  | { code: 'missing-value'; column: string }
  | { code: 'bad-value'; column: string; value: string; expected: Form }
  | { code: 'duplicate-id'; column: string; value: string; firstLine: number }
  | { code: 'dangling-reference'; column: string; value: string; targets: string[] }
  | { code: 'on-demand'; trip: string; rows: number }
  | { code: 'no-trips' }
  | { code: 'times-decrease'; trip: string; stop: string }
  | { code: 'too-many-calls'; calls: number; most: number; until: string }
  | { code: 'trip-too-long'; trip: string; hours: number }
  | { code: 'inexact-times'; trip: string }
  | { code: 'seats-not-said'; trips: number }
  | { code: 'fare-not-said'; category: PassengerCategory; option: string }
  | { code: 'infants-pay'; amount: string }
  | { code: 'no-time-at-end'; trip: string; stop: string }
  | { code: 'other-time-zone'; timeZone: string }
  | { code: 'not-a-bus'; route: string; routeType: string }
  | { code: 'other-currency'; currency: string }
  | {
      code: 'ambiguous-fare'
      from: string
      to: string
      category: PassengerCategory
      amounts: string
    }
  | { code: 'no-fares' }

type Warning =
  | { code: 'too-fast'; trip: string; from: string; to: string; kilometresPerHour: number }
  | { code: 'ends-soon'; lastDate: string; needed: string }
  | { code: 'missing-translations'; language: string; missing: number; example: string }
  | { code: 'outside-cyprus'; stop: string }
  | { code: 'stop-not-served'; stop: string }
  | { code: 'pair-without-fare'; from: string; to: string }
  | { code: 'file-ignored'; because: WhyIgnored }
  | { code: 'column-ignored'; column: string; because: WhyIgnored }
  | { code: 'category-ignored'; category: string }
  | { code: 'fare-assumed'; category: PassengerCategory; option: string; percent: number }
  | { code: 'fare-too-small'; from: string; to: string; amount: string; fares: number }
  | { code: 'trip-too-short'; trip: string; stops: number }
  | { code: 'service-without-dates'; service: string }
  | { code: 'seats-assumed'; trips: number; seats: number }
  | { code: 'wheelchairs-not-said'; trips: number }
  | { code: 'wheelchairs-assumed'; trips: number; spaces: number }
  | { code: 'other-agencies'; agencies: number }
  | { code: 'vouched-until'; date: string; until: string }

/** `fault` has the message of a library, in English. */
export type WhyUnreadable =
  | { code: 'not-utf-8' }
  | { code: 'nul-character' }
  | { code: 'open-quotes' }
  | { code: 'row-too-long'; most: number }
  | { code: 'too-many-rows' }
  | { code: 'too-large'; mebibytes: number }
  | { code: 'link-to-nowhere' }
  | { code: 'no-file' }
  | { code: 'wrong-checksum' }
  | { code: 'fault'; message: string }

/** The form that a value should have. */
export type Form =
  | { code: 'text'; most: number }
  | { code: 'whole-number' }
  | { code: 'degrees' }
  | { code: 'flag' }
  | { code: 'date' }
  | { code: 'time' }
  | { code: 'amount'; most: number }
  | { code: 'choice'; choices: string[] }
  | { code: 'number-between'; least: number; most: number }
  | { code: 'seconds-between-buses' }
  | { code: 'time-after-start' }
  | { code: 'time-after-rows-before' }
  | { code: 'date-from-start' }
  | { code: 'place-on-earth' }
  | { code: 'stop-of-type'; type: string }
  | { code: 'no-parent' }

/** The fact about this site for which it ignores a statement of the feed. */
export type WhyIgnored =
  | 'nobody-calls-first'
  | 'nobody-tells-the-driver'
  | 'all-times-exact'
  | 'stops-alone'
  | 'times-of-cyprus'
  | 'paid-before-boarding'
  | 'one-bus'
  | 'no-connections'
  | 'fares-by-stops'
  | 'fares-by-ends'
  | 'fares-at-all-hours'
  | 'one-deadline'
  | 'no-credits'
  | 'old-form'

/** Stands for the findings of one kind that are not listed, so that the list stays readable. */
type MoreOfThem = { code: 'more'; of: string; count: number }

export type Finding = FeedProblem | FeedWarning

const LISTED_OF_A_KIND = 20

/** Collects findings: all are counted, and the first of each kind in each file are listed. */
export class Findings<Found extends Finding> {
  readonly #listed: Found[] = []
  readonly #counts = new Map<string, number>()

  add(found: Found): void {
    const kind = `${found.file} ${found.code}`
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    if (count <= LISTED_OF_A_KIND) this.#listed.push(found)
  }

  list(): (Found | (Place & MoreOfThem))[] {
    const more = [...this.#counts].flatMap(([kind, count]) => {
      const [file = '', code = ''] = kind.split(' ')
      const unlisted = count - LISTED_OF_A_KIND
      return unlisted > 0
        ? [{ file, line: null, code: 'more' as const, of: code, count: unlisted }]
        : []
    })
    return [...this.#listed, ...more]
  }
}

export type Problems = Findings<FeedProblem>
export type Warnings = Findings<FeedWarning>
