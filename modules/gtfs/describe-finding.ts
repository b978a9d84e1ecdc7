import type { Finding } from './findings.ts'

/** "stops.txt, line 3: stop_lat is “north”, which is not a number of degrees." */
export function describeFinding(finding: Finding): string {
  const { file, line, code } = finding
  const say = SENTENCES[code] as (found: Finding) => string
  return `${printable(file)}${line === null ? '' : `, line ${line}`}: ${say(shortened(finding))}`
}

const MAX_SHOWN = 80

/** What stands in a feed may be long, and may hold what a terminal would obey. */
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
  unreadable: (found) => `This cannot be read: ${found.because}.`,
  'missing-file': () => 'The file is missing; a feed needs it.',
  'file-twice': () => 'The file is there twice.',
  'missing-column': (found) => `The column ${found.column} is missing.`,
  'column-twice': (found) => `The column ${found.column} is there twice.`,
  'wrong-number-of-values': (found) =>
    `The row has ${found.found} values where the heading has ${found.expected} columns.`,
  'missing-value': (found) => `${found.column} is empty.`,
  'bad-value': (found) => `${found.column} is “${found.value}”, which is not ${found.expected}.`,
  'duplicate-id': (found) =>
    `${found.column} “${found.value}” is there already in line ${found.firstLine}.`,
  'dangling-reference': (found) =>
    `${found.column} is “${found.value}”, which ${found.target} does not have.`,
  'no-trips': () => 'The feed has no trip that can be sold.',
  'times-decrease': (found) =>
    `The trip ${found.trip} is at stop ${found.stop} earlier than before it.`,
  'trip-too-short': (found) =>
    `The trip ${found.trip} has fewer than two stops and is left out: it calls at ${found.stops}.`,
  'too-many-calls': (found) =>
    `Until ${found.until} its buses call ${found.calls} times at a stop; ${found.most} times are the most.`,
  'trip-too-long': (found) => `The trip ${found.trip} takes ${found.hours} hours.`,
  'inexact-times': (found) =>
    `The trip ${found.trip} runs at intervals without exact times (exact_times is not 1), so there is no departure to sell.`,
  'no-time-at-end': (found) =>
    `The trip ${found.trip} has no time at ${found.stop}, where it begins or ends.`,
  'service-without-dates': (found) =>
    `The service ${found.service} runs on no date, so its trips are left out.`,
  'seats-not-said': (found) =>
    `The column seats is empty for ${found.trips} trips. Give the number of seats of these buses: --seats=50.`,
  'seats-assumed': (found) =>
    `The column seats is empty for ${found.trips} trips. Each of them sells ${found.seats} seats, as --seats says.`,
  'wheelchairs-not-said': (found) =>
    `The feed does not say whether ${found.trips} trips take a wheelchair. Travellers are asked to call, and no wheelchair space is sold; --wheelchair-spaces=1 would sell one.`,
  'wheelchairs-assumed': (found) =>
    `The feed does not say whether ${found.trips} trips take a wheelchair. Each of them sells ${found.spaces} wheelchair spaces, as --wheelchair-spaces says.`,
  'other-time-zone': (found) =>
    `The time zone is ${found.timeZone}; this site runs on Asia/Nicosia.`,
  'not-a-bus': (found) =>
    `The route ${found.route} has route_type ${found.routeType}, which is no bus.`,
  'other-currency': (found) => `The currency is ${found.currency}; this site sells in EUR.`,
  'ambiguous-fare': (found) =>
    `From ${found.from} to ${found.to}, a passenger (${found.category}) has several fares: ${found.amounts}.`,
  'no-fares': () => 'No ride has a fare, so there is nothing to sell.',
  'too-fast': (found) =>
    `The trip ${found.trip} drives ${found.kilometresPerHour} km/h in a straight line from ${found.from} to ${found.to}.`,
  'ends-soon': (found) => `The timetable ends on ${found.lastDate}, before ${found.needed}.`,
  'missing-translations': (found) =>
    `${found.missing} texts have no translation into “${found.language}”, such as “${found.example}”.`,
  'outside-cyprus': (found) => `The stop ${found.stop} lies outside Cyprus.`,
  'stop-not-served': (found) => `No trip calls at the stop ${found.stop}.`,
  'pair-without-fare': (found) =>
    `From ${found.from} to ${found.to} one can ride, but there is no fare, so it is not sold.`,
  'file-ignored': (found) => `The file is ignored: ${found.because}.`,
  'column-ignored': (found) => `The column ${found.column} is ignored: ${found.because}.`,
  'category-ignored': (found) =>
    `The passenger category ${found.category} is none of ours and is ignored.`,
  'fare-not-said': (found) =>
    `The feed does not say what a passenger (${found.category}) pays. Say it with ${
      found.option === 'infants'
        ? '--infants=free, as the terms promise'
        : `--${found.option}=adult, --${found.option}=free or a share of the adult fare: --${found.option}=50%`
    }.`,
  'fare-assumed': (found) =>
    `The feed does not say what a passenger (${found.category}) pays. It is ${found.percent}% of the adult fare, as --${found.option} says.`,
  'infants-pay': (found) =>
    `An infant pays ${found.amount}; the terms of this site promise that infants travel free.`,
  'fare-too-small': (found) =>
    `${found.fares} fares are too small to be paid by card alone, such as ${found.amount} from ${found.from} to ${found.to}: Stripe charges no less than 0.50.`,
  'other-agencies': (found) =>
    `The buses of all ${found.agencies} companies in the feed are sold under one name.`,
  'vouched-until': (found) =>
    `The feed vouches for its data until ${found.date}, but its calendars go on until ${found.until}.`,
  more: (found) => `There are ${found.count} more of the kind “${found.of}”.`,
}
