import { hasOldTranslations } from '#modules/gtfs/feed/feed-tables.ts'
import { rowsOf, textIn, type Feed } from '#modules/gtfs/feed/feed.ts'
import type { Warnings } from '#modules/gtfs/feed/findings.ts'

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
const ANYWHERE = 'buses are boarded and left at their stops alone'
const STOPS_ALONE = 'fares here depend on the stops alone'
const NO_HOURS = 'fares here do not depend on the hour'

const COLUMNS: readonly (readonly [file: string, column: string, said: Said, because: string])[] = [
  [
    'stop_times.txt',
    'pickup_type',
    BY_ARRANGEMENT,
    'stops by arrangement are sold like any other, and passengers are not asked to call first',
  ],
  [
    'stop_times.txt',
    'drop_off_type',
    BY_ARRANGEMENT,
    'stops by arrangement are sold like any other, and passengers are not asked to tell the driver',
  ],
  ['stop_times.txt', 'timepoint', oneOf('0'), 'approximate times are shown like exact ones'],
  ['stop_times.txt', 'continuous_pickup', BETWEEN_STOPS, ANYWHERE],
  ['stop_times.txt', 'continuous_drop_off', BETWEEN_STOPS, ANYWHERE],
  ['routes.txt', 'continuous_pickup', BETWEEN_STOPS, ANYWHERE],
  ['routes.txt', 'continuous_drop_off', BETWEEN_STOPS, ANYWHERE],
  ['stops.txt', 'stop_timezone', anything, 'all times are those of Cyprus'],
  ['fare_attributes.txt', 'payment_method', oneOf('0'), 'every ticket is paid before boarding'],
  ['fare_attributes.txt', 'transfers', oneOf('', '1', '2'), 'a ticket is for one bus'],
  ['fare_attributes.txt', 'agency_id', anything, STOPS_ALONE],
  ['fare_leg_rules.txt', 'network_id', anything, STOPS_ALONE],
  ['fare_leg_rules.txt', 'from_timeframe_group_id', anything, NO_HOURS],
  ['fare_leg_rules.txt', 'to_timeframe_group_id', anything, NO_HOURS],
  ['fare_rules.txt', 'contains_id', anything, 'fares here depend on where one gets on and off'],
]

const FILES: readonly (readonly [file: string, because: string])[] = [
  ['transfers.txt', 'a ticket is for one bus, and no connection is promised'],
  ['fare_transfer_rules.txt', 'a ticket is for one bus'],
  ['booking_rules.txt', 'every departure is sold until the same time before it leaves'],
  ['attributions.txt', 'the site shows no credits; the licence of the feed may ask for it'],
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
    const because = 'it is in a form that GTFS no longer uses'
    warnings.add({ file: 'translations.txt', line: null, code: 'file-ignored', because })
  }
}
