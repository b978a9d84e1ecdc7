import type { Finding } from './findings.ts'

/** "stops.txt, line 3: stop_lat is “north”, which is not a number of degrees." */
export function describeFinding(finding: Finding): string {
  const { file, line, code } = finding
  const say = SENTENCES[code] as (found: Finding) => string
  return `${file}${line === null ? '' : `, line ${line}`}: ${say(finding)}`
}

type Sentences = {
  [Code in Finding['code']]: (found: Extract<Finding, { code: Code }>) => string
}

const SENTENCES: Sentences = {
  'not-a-feed': () => 'This is neither a folder of GTFS text files nor a zip file of them.',
  unreadable: (found) => `This cannot be read: ${found.because}.`,
  'missing-file': () => 'The file is missing; a feed needs it.',
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
  'no-trips': () => 'The feed has no trips.',
  'times-decrease': (found) =>
    `The trip ${found.trip} is at stop ${found.stop} earlier than before it.`,
  'trip-too-short': (found) =>
    `The trip ${found.trip} has ${found.stops} stops; two are the least.`,
  'no-time-at-end': (found) =>
    `The trip ${found.trip} has no time at ${found.stop}, where it begins or ends.`,
  'service-without-dates': (found) => `The service ${found.service} runs on no date.`,
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
  'category-pays-adult-fare': (found) =>
    `Where a passenger (${found.category}) has no fare, the adult fare is taken.`,
  more: (found) => `There are ${found.count} more of the kind “${found.of}”.`,
}
