/*
 * The long stories, which `npm run test:deep` tells and `npm test` leaves out: each takes a large part of a
 * minute or more, and guards what a day's work rarely touches. A new test of that kind gets its line here.
 */

/** Which tests a run is about: those of every day, the deep ones, or all of them, as for mutants. */
export const TESTS = process.env.TESTS ?? 'daily'

/** Programs killed at each of their places, random journeys, power cuts, and crowds of twenty buses. */
export const DEEP_TESTS = [
  'demonstration/found-company.test.ts',
  'modules/bookkeeping/figures/figures.server.test.ts',
  'modules/boarding/devices/walk-ups-at-random.server.test.ts',
  'modules/orders/settlement/power-cut.server.test.ts',
  'test/simulation/{closed-airport,closed-longer,frozen-program,patience}.test.ts',
  'test/simulation/{journeys,killed-delay,killed-incident,killed-program}.test.ts',
]

/** Sites that are killed, filled or besieged, codes in front of a camera, and every screen in each width and scheme. */
export const DEEP_JOURNEYS = [
  'bad-evening',
  'boarding-camera',
  'disk-full',
  'drain',
  'finished',
  'fuzz',
  'kept-searches',
  'killed-programs',
  'killed-site',
  'killed-steps',
  'lines',
  'links',
  'office-fuzz',
  'pooler',
  'read-code',
  'sell-out',
  'sent',
  'sweep-english',
  'sweep-greek',
  'two-releases',
].map(fileOfJourney)

/** Told in English every day, and in the other languages by a deep run. */
export const TOLD_IN_EACH_LANGUAGE = ['changes', 'office', 'office-day', 'self-service'].map(
  fileOfJourney,
)

function fileOfJourney(name: string): string {
  return `e2e/specs/${name}.e2e.ts`
}
