import { hasOldTranslations } from '#modules/gtfs/feed/feed-tables.ts'
import { rowsOf, textIn, type Feed } from '#modules/gtfs/feed/feed.ts'
import type { Warnings, WhyIgnored } from '#modules/gtfs/feed/findings.ts'

/*
 * Statements of a feed that would change the truth for travellers, but that this site does not
 * support: each is reported once in the report of an import, so that nothing is lost in silence.
 */

type Said = (value: string) => boolean

const anything: Said = (value) => value !== ''
const oneOf = (...values: string[]): Said => {
  return (value) => values.includes(value)
}
const BY_ARRANGEMENT = oneOf('2', '3')
const BETWEEN_STOPS = oneOf('0', '2', '3')

const COLUMNS: readonly (readonly [
  file: string,
  column: string,
  said: Said,
  because: WhyIgnored,
])[] = [
  ['stop_times.txt', 'pickup_type', BY_ARRANGEMENT, 'nobody-calls-first'],
  ['stop_times.txt', 'drop_off_type', BY_ARRANGEMENT, 'nobody-tells-the-driver'],
  ['stop_times.txt', 'timepoint', oneOf('0'), 'all-times-exact'],
  ['stop_times.txt', 'continuous_pickup', BETWEEN_STOPS, 'stops-alone'],
  ['stop_times.txt', 'continuous_drop_off', BETWEEN_STOPS, 'stops-alone'],
  ['routes.txt', 'continuous_pickup', BETWEEN_STOPS, 'stops-alone'],
  ['routes.txt', 'continuous_drop_off', BETWEEN_STOPS, 'stops-alone'],
  ['stops.txt', 'stop_timezone', anything, 'times-of-cyprus'],
  ['fare_attributes.txt', 'payment_method', oneOf('0'), 'paid-before-boarding'],
  ['fare_attributes.txt', 'transfers', oneOf('', '1', '2'), 'one-bus'],
  ['fare_attributes.txt', 'agency_id', anything, 'fares-by-stops'],
  ['fare_leg_rules.txt', 'network_id', anything, 'fares-by-stops'],
  ['fare_leg_rules.txt', 'from_timeframe_group_id', anything, 'fares-at-all-hours'],
  ['fare_leg_rules.txt', 'to_timeframe_group_id', anything, 'fares-at-all-hours'],
  ['fare_rules.txt', 'contains_id', anything, 'fares-by-ends'],
]

const FILES: readonly (readonly [file: string, because: WhyIgnored])[] = [
  ['transfers.txt', 'no-connections'],
  ['fare_transfer_rules.txt', 'one-bus'],
  ['booking_rules.txt', 'one-deadline'],
  ['attributions.txt', 'no-credits'],
]

/** Statements that change fares are reported with the fares' problems, the rest only without any. */
export function warnOfLost(feed: Feed, warnings: Warnings): void {
  for (const [file, column, said, because] of COLUMNS) {
    if (rowsOf(feed, file).some((row) => said(textIn(row, column)))) {
      warnings.add({ file, line: null, code: 'column-ignored', column, because })
    }
  }
  for (const [file, because] of FILES) {
    if (feed.others.includes(file))
      warnings.add({ file, line: null, code: 'file-ignored', because })
  }
  if (hasOldTranslations(feed)) {
    const place = { file: 'translations.txt', line: null }
    warnings.add({ ...place, code: 'file-ignored', because: 'old-form' })
  }
}
