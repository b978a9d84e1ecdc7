import { SALE_CLOSES_MINUTES } from '#modules/rules/rules.ts'

export const extraBus = {
  title: 'Add a bus',
  intro:
    'A departure that the timetable does not have. It gets the stops and running times of its line, and timetable imports leave it alone.',
  toList: 'Departures',
  form: 'The bus',
  kind: 'For whom',
  kinds: {
    extra: 'Extra bus: travellers can book it',
    charter: 'Charter: somebody has ordered the whole bus',
  },
  line: 'Line',
  lineOf: (code: string, from: string, to: string) => `${code} ${from} to ${to}`,
  date: 'Date',
  time: 'Leaves the first stop at',
  timeHint: 'Such as 03:00.',
  seats: 'Seats',
  wheelchairs: 'Wheelchair spaces',
  reason: 'Reason',
  reasonHint: 'Kept with the departure. Travellers never see it.',
  orderer: 'Ordered by',
  ordererHint: 'For a charter: the school, hotel or company.',
  check: 'Check',
  problems: 'This bus cannot be added yet',
  checkTitle: 'What will be added',
  stops: 'Stops as travellers read them',
  stopsOfCharter: 'Stops',
  stopTime: 'Time',
  stop: (language: string) => `Stop (${language})`,
  noStops: 'This line has no stops.',
  sold: (until: string) =>
    `On sale as soon as you add it, at the fares of its stops, until ${until} (${SALE_CLOSES_MINUTES} minutes before it leaves). It is shown in the search, on the page of the route and to journey planners.`,
  tooLate: `It leaves within ${SALE_CLOSES_MINUTES} minutes, so nobody can book it online from its first stop. You can sell it in the office.`,
  notSold:
    'Never sold, and shown to no traveller and no journey planner. It is in the lists of the office, so a vehicle and a driver can be given to it.',
  besides: (count: number) =>
    count === 1
      ? 'Another bus of this route leaves in the same minute.'
      : `${count} other buses of this route leave in the same minute.`,
  seeBeside: 'See the other bus',
  add: (time: string) => `Add the ${time}`,
  refusals: {
    'no-such-line': () => 'Choose a line of the timetable.',
    'date-missing': () => 'Enter the date.',
    'date-past': () => 'This date is over. Enter today or a later date.',
    'beyond-sale': ({ until }: { until: string }) =>
      `Seats are on sale until ${until}. Enter a date up to then.`,
    'time-missing': () => 'Enter the time, such as 03:00.',
    'time-past': () => 'This time is over. Enter a later one.',
    'no-such-time': () => 'The clocks skip this time that night. Enter another one.',
    'seats-missing': ({ most }: { most: number }) => `Enter a whole number of seats, 1 to ${most}.`,
    'wheelchairs-missing': ({ most }: { most: number }) =>
      `Enter a whole number of wheelchair spaces, 0 to ${most}.`,
    'reason-missing': () => 'Write the reason.',
    'orderer-missing': () => 'Write who ordered the bus.',
  },
}
