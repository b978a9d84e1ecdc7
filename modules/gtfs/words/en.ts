import type { Finding, Form, WhyIgnored, WhyUnreadable } from '#modules/gtfs/feed/findings.ts'

import { say, type Sentences } from './sentences.ts'

/** What is said of a feed: names of files and columns, ids and dates are as in the feed. */
export type FindingWords = {
  /** "line 3" */
  line: (line: number) => string
  findings: Sentences<Finding>
}

/** "1 trip", "2 trips" */
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const trips = (count: number) => counted(count, 'trip', 'trips')

/** Completes "which is not …". */
const FORMS: Sentences<Form> = {
  text: ({ most }) => `a text in one line of at most ${most} characters`,
  'whole-number': () => 'a whole number',
  degrees: () => 'a number of degrees',
  flag: () => '0 or 1',
  date: () => 'a date such as 20270328',
  time: () => 'a time such as 05:30:00 or 24:15:00',
  amount: ({ most }) => `an amount such as 9.00, up to ${most}.00`,
  choice: ({ choices }) => `one of ${choices.join(', ')}`,
  'number-between': ({ least, most }) => `a number from ${least} to ${most}`,
  'seconds-between-buses': () => 'a number of seconds between buses',
  'time-after-start': () => 'a time after start_time',
  'time-after-rows-before': () => 'a time after the rows before',
  'date-from-start': () => 'a date from start_date on',
  'place-on-earth': () => 'a place of a stop on earth',
  'stop-of-type': ({ type }) => `a stop with location_type ${type}`,
  'no-parent': () => 'empty, as a station’s must be',
}

const UNREADABLE: Sentences<WhyUnreadable> = {
  'not-utf-8': () => 'it is not UTF-8',
  'nul-character': () => 'it has a NUL character',
  'open-quotes': () => 'its quotation marks do not match',
  'row-too-long': ({ most }) => `the row has more than ${most} characters`,
  'too-many-rows': () => 'the feed has too many rows',
  'too-large': ({ mebibytes }) => `its files have more than ${mebibytes} MiB`,
  'link-to-nowhere': () => 'the link leads nowhere',
  'no-file': () => 'it is no file',
  'wrong-checksum': () => 'its checksum is wrong, so the zip file is damaged',
  fault: ({ message }) => message,
}

const IGNORED: Readonly<Record<WhyIgnored, string>> = {
  'nobody-calls-first':
    'stops by arrangement are sold like any other, and passengers are not asked to call first',
  'nobody-tells-the-driver':
    'stops by arrangement are sold like any other, and passengers are not asked to tell the driver',
  'all-times-exact': 'approximate times are shown like exact ones',
  'stops-alone': 'buses are boarded and left at their stops alone',
  'times-of-cyprus': 'all times are those of Cyprus',
  'paid-before-boarding': 'every ticket is paid before boarding',
  'one-bus': 'a ticket is for one bus',
  'no-connections': 'a ticket is for one bus, and no connection is promised',
  'fares-by-stops': 'fares here depend on the stops alone',
  'fares-by-ends': 'fares here depend on where one gets on and off',
  'fares-at-all-hours': 'fares here do not depend on the hour',
  'one-deadline': 'every departure is sold until the same time before it leaves',
  'no-credits': 'the site shows no credits; the licence of the feed may ask for it',
  'old-form': 'it is in a form that GTFS no longer uses',
}

export const en: FindingWords = {
  line: (line) => `line ${line}`,
  findings: {
    'not-a-feed': () => 'This is neither a folder of GTFS text files nor a zip file of them.',
    'zip-inside': ({ inner }) =>
      `The feed is packed twice: inside is the zip file ${inner}. Unpack this one and import that.`,
    unreadable: ({ because }) => `This cannot be read: ${say(UNREADABLE, because)}.`,
    'missing-file': () => 'The file is missing, and every feed needs it.',
    'file-twice': () => 'The file is in the feed twice.',
    'missing-column': ({ column }) => `The column ${column} is missing.`,
    'column-twice': ({ column }) => `The column ${column} appears twice.`,
    'wrong-number-of-values': ({ found, expected }) =>
      `The row has ${counted(found, 'value', 'values')}, but the header has ${counted(expected, 'column', 'columns')}.`,
    'missing-value': ({ column }) => `${column} is empty.`,
    'bad-value': ({ column, value, expected }) =>
      `${column} is “${value}”, which is not ${say(FORMS, expected)}.`,
    'duplicate-id': ({ column, value, firstLine }) =>
      `${column} “${value}” is already used in line ${firstLine}.`,
    'dangling-reference': ({ column, value, targets }) =>
      `${column} is “${value}”, which does not exist in ${targets.join(' or ')}.`,
    'on-demand': ({ trip, rows }) =>
      `Trip ${trip} serves a zone on demand (location_group_id or location_id) instead of a stop${rows === 1 ? '' : `, as do ${rows} rows in all`}. Only buses between stops can be sold here, so leave such trips out of the feed.`,
    'no-trips': () => 'The feed has no trip that can be sold.',
    'times-decrease': ({ trip, stop }) => `The times of trip ${trip} go backwards at stop ${stop}.`,
    'trip-too-short': ({ trip }) => `Trip ${trip} has fewer than two stops, so it is left out.`,
    'too-many-calls': ({ calls, most, until }) =>
      `Until ${until} its buses make ${calls} stops in all; the maximum is ${most}.`,
    'trip-too-long': ({ trip, hours }) => `Trip ${trip} takes ${hours} hours.`,
    'inexact-times': ({ trip }) =>
      `Trip ${trip} runs at intervals without exact times (exact_times is not 1), so there is no departure to sell.`,
    'no-time-at-end': ({ trip, stop }) =>
      `Trip ${trip} has no time at ${stop}, where it begins or ends.`,
    'service-without-dates': ({ service }) =>
      `Service ${service} runs on no date, so its trips are left out.`,
    'seats-not-said': (found) =>
      `The column seats is empty for ${trips(found.trips)}. Give the number of seats of these buses: --seats=50.`,
    'seats-assumed': (found) =>
      `The column seats is empty for ${trips(found.trips)}. Each sells ${counted(found.seats, 'seat', 'seats')}, as --seats says.`,
    'wheelchairs-not-said': (found) =>
      `The feed does not say for ${trips(found.trips)} whether the bus takes wheelchairs. Travellers are asked to call, and no wheelchair space is sold; --wheelchair-spaces=1 would sell one.`,
    'wheelchairs-assumed': (found) =>
      `The feed does not say for ${trips(found.trips)} whether the bus takes wheelchairs. Each sells ${counted(found.spaces, 'wheelchair space', 'wheelchair spaces')}, as --wheelchair-spaces says.`,
    'other-time-zone': ({ timeZone }) =>
      `The time zone is ${timeZone}; this site uses Asia/Nicosia.`,
    'not-a-bus': ({ route, routeType }) =>
      `Route ${route} has route_type ${routeType}, which is not a bus.`,
    'other-currency': ({ currency }) => `The currency is ${currency}; this site sells in EUR.`,
    'ambiguous-fare': ({ from, to, category, amounts }) =>
      `From ${from} to ${to}, there are several fares for the category ${category}: ${amounts}.`,
    'no-fares': () => 'No journey has a fare, so there is nothing to sell.',
    'too-fast': ({ trip, from, to, kilometresPerHour }) =>
      `Trip ${trip} would have to drive at ${kilometresPerHour} km/h in a straight line from ${from} to ${to}.`,
    'ends-soon': ({ lastDate, needed }) => `The timetable ends on ${lastDate}, before ${needed}.`,
    'missing-translations': ({ language, missing, example }) =>
      `${counted(missing, 'text has', 'texts have')} no translation into “${language}”, for example “${example}”.`,
    'outside-cyprus': ({ stop }) => `Stop ${stop} is outside Cyprus.`,
    'stop-not-served': ({ stop }) => `No trip stops at ${stop}.`,
    'pair-without-fare': ({ from, to }) =>
      `The journey from ${from} to ${to} is possible but has no fare, so it is not sold.`,
    'file-ignored': ({ because }) => `The file is ignored: ${IGNORED[because]}.`,
    'column-ignored': ({ column, because }) =>
      `The column ${column} is ignored: ${IGNORED[because]}.`,
    'category-ignored': ({ category }) =>
      `The passenger category ${category} is not one we sell, so it is ignored.`,
    'fare-not-said': ({ category, option }) =>
      `The feed gives no fare for the category ${category}. Choose one with ${
        option === 'infants'
          ? '--infants=free, as the terms promise'
          : `--${option}=adult, --${option}=free or a share of the adult fare: --${option}=50%`
      }.`,
    'fare-assumed': ({ category, option, percent }) =>
      `The feed gives no fare for the category ${category}. It is ${percent}% of the adult fare, as --${option} says.`,
    'infants-pay': ({ amount }) =>
      `An infant pays ${amount}; the terms of this site promise that infants travel free.`,
    'fare-too-small': ({ fares, amount, from, to }) =>
      `${counted(fares, 'fare is', 'fares are')} too small to be paid by card alone, for example ${amount} from ${from} to ${to}: Stripe’s minimum is 0.50.`,
    'other-agencies': ({ agencies }) =>
      `The buses of all ${agencies} companies in the feed are sold under one name.`,
    'vouched-until': ({ date, until }) =>
      `The feed says that its data is valid until ${date}, but its calendars continue until ${until}.`,
    more: ({ of, count }) =>
      `There ${count === 1 ? 'is 1 more finding' : `are ${count} more findings`} of the kind “${of}”.`,
  },
}
