import type { Finding } from '#modules/gtfs/feed/findings.ts'

/** "stops.txt, line 3: stop_lat is “north”, which is not a number of degrees." */
export function describeFinding(finding: Finding): string {
  const { file, line, code } = finding
  const say = SENTENCES[code] as (found: Finding) => string
  return `${printable(file)}${line === null ? '' : `, line ${line}`}: ${say(shortened(finding))}`
}

const MAX_SHOWN = 80

/** A value of a feed may be long, and may contain control characters that a terminal obeys. */
function shortened(finding: Finding): Finding {
  const facts = Object.entries(finding).map(([name, fact]: [string, unknown]) => [
    name,
    typeof fact === 'string' && name !== 'because' ? printable(fact) : fact,
  ])
  return Object.fromEntries(facts) as Finding
}

function printable(text: string): string {
  const whole = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return whole.replaceAll(/\p{Cc}/gu, ' ')
}

type Sentences = {
  [Code in Finding['code']]: (found: Extract<Finding, { code: Code }>) => string
}

const SENTENCES: Sentences = {
  'not-a-feed': () => 'This is neither a folder of GTFS text files nor a zip file of them.',
  'zip-inside': (found) =>
    `The feed is packed twice: inside is the zip file ${found.inner}. Unpack this one and import that.`,
  unreadable: (found) => `This cannot be read: ${found.because}.`,
  'missing-file': () => 'The file is missing, and every feed needs it.',
  'file-twice': () => 'The file is in the feed twice.',
  'missing-column': (found) => `The column ${found.column} is missing.`,
  'column-twice': (found) => `The column ${found.column} appears twice.`,
  'wrong-number-of-values': (found) =>
    `The row has ${found.found} values, but the header has ${found.expected} columns.`,
  'missing-value': (found) => `${found.column} is empty.`,
  'bad-value': (found) => `${found.column} is “${found.value}”, which is not ${found.expected}.`,
  'duplicate-id': (found) =>
    `${found.column} “${found.value}” is already used in line ${found.firstLine}.`,
  'dangling-reference': (found) =>
    `${found.column} is “${found.value}”, which does not exist in ${found.target}.`,
  'on-demand': (found) =>
    `Trip ${found.trip} serves a zone on demand (location_group_id or location_id) instead of a stop, as do ${found.rows} rows in all. Only buses between stops can be sold here, so leave such trips out of the feed.`,
  'no-trips': () => 'The feed has no trip that can be sold.',
  'times-decrease': (found) =>
    `The times of trip ${found.trip} go backwards at stop ${found.stop}.`,
  'trip-too-short': (found) => `Trip ${found.trip} has fewer than two stops, so it is left out.`,
  'too-many-calls': (found) =>
    `Until ${found.until} its buses make ${found.calls} stops in all; the maximum is ${found.most}.`,
  'trip-too-long': (found) => `Trip ${found.trip} takes ${found.hours} hours.`,
  'inexact-times': (found) =>
    `Trip ${found.trip} runs at intervals without exact times (exact_times is not 1), so there is no departure to sell.`,
  'no-time-at-end': (found) =>
    `Trip ${found.trip} has no time at ${found.stop}, where it begins or ends.`,
  'service-without-dates': (found) =>
    `Service ${found.service} runs on no date, so its trips are left out.`,
  'seats-not-said': (found) =>
    `The column seats is empty for ${trips(found)}. Give the number of seats of these buses: --seats=50.`,
  'seats-assumed': (found) =>
    `The column seats is empty for ${trips(found)}. Each sells ${found.seats} seats, as --seats says.`,
  'wheelchairs-not-said': (found) =>
    `The feed does not say for ${trips(found)} whether the bus takes wheelchairs. Travellers are asked to call, and no wheelchair space is sold; --wheelchair-spaces=1 would sell one.`,
  'wheelchairs-assumed': (found) =>
    `The feed does not say for ${trips(found)} whether the bus takes wheelchairs. Each sells ${found.spaces} wheelchair spaces, as --wheelchair-spaces says.`,
  'other-time-zone': (found) => `The time zone is ${found.timeZone}; this site uses Asia/Nicosia.`,
  'not-a-bus': (found) =>
    `Route ${found.route} has route_type ${found.routeType}, which is not a bus.`,
  'other-currency': (found) => `The currency is ${found.currency}; this site sells in EUR.`,
  'ambiguous-fare': (found) =>
    `From ${found.from} to ${found.to}, there are several fares for the category ${found.category}: ${found.amounts}.`,
  'no-fares': () => 'No journey has a fare, so there is nothing to sell.',
  'too-fast': (found) =>
    `Trip ${found.trip} would have to drive at ${found.kilometresPerHour} km/h in a straight line from ${found.from} to ${found.to}.`,
  'ends-soon': (found) => `The timetable ends on ${found.lastDate}, before ${found.needed}.`,
  'missing-translations': (found) =>
    `${found.missing} texts have no translation into “${found.language}”, for example “${found.example}”.`,
  'outside-cyprus': (found) => `Stop ${found.stop} is outside Cyprus.`,
  'stop-not-served': (found) => `No trip stops at ${found.stop}.`,
  'pair-without-fare': (found) =>
    `The journey from ${found.from} to ${found.to} is possible but has no fare, so it is not sold.`,
  'file-ignored': (found) => `The file is ignored: ${found.because}.`,
  'column-ignored': (found) => `The column ${found.column} is ignored: ${found.because}.`,
  'category-ignored': (found) =>
    `The passenger category ${found.category} is not one we sell, so it is ignored.`,
  'fare-not-said': (found) =>
    `The feed gives no fare for the category ${found.category}. Choose one with ${
      found.option === 'infants'
        ? '--infants=free, as the terms promise'
        : `--${found.option}=adult, --${found.option}=free or a share of the adult fare: --${found.option}=50%`
    }.`,
  'fare-assumed': (found) =>
    `The feed gives no fare for the category ${found.category}. It is ${found.percent}% of the adult fare, as --${found.option} says.`,
  'infants-pay': (found) =>
    `An infant pays ${found.amount}; the terms of this site promise that infants travel free.`,
  'fare-too-small': (found) =>
    `${found.fares} fares are too small to be paid by card alone, for example ${found.amount} from ${found.from} to ${found.to}: Stripe’s minimum is 0.50.`,
  'other-agencies': (found) =>
    `The buses of all ${found.agencies} companies in the feed are sold under one name.`,
  'vouched-until': (found) =>
    `The feed says that its data is valid until ${found.date}, but its calendars continue until ${found.until}.`,
  more: (found) => `There are ${found.count} more findings of the kind “${found.of}”.`,
}

function trips(found: { trips: number }): string {
  return found.trips === 1 ? '1 trip' : `${found.trips} trips`
}
