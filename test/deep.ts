/*
 * The long stories, which `npm run test:deep` tells and `npm test` leaves out: they kill, fill or besiege whole
 * programs, or guard what a day's work rarely touches. A new test of that kind gets its line here.
 */

/** Which tests a run is about: those of every day, the deep ones, or all of them, as for mutants. */
export const TESTS = process.env.TESTS ?? 'daily'

/** Programs killed at each of their places, lines that fail, random journeys, power cuts, floods, and hostile forms. */
export const DEEP_TESTS = [
  'app/http/read-form.test.ts',
  'demonstration/found-company.test.ts',
  'modules/bookkeeping/figures/figures.server.test.ts',
  'modules/boarding/devices/walk-ups-at-random.server.test.ts',
  'modules/orders/settlement/power-cut.server.test.ts',
  'modules/accounts/hash-password.server.test.ts',
  'modules/gtfs/feed/read-feed.server.test.ts',
  'platform/cluster/primary.server.test.ts',
  'platform/database/migrate.server.test.ts',
  'platform/jobs/visitors-first.server.test.ts',
  'platform/watch/metrics-port.server.test.ts',
  'sandbox-bank/store.server.test.ts',
  'scripts/timetable.test.ts',
  'test/searches-in-time.test.ts',
  'test/simulation/{closed-airport,closed-longer,frozen-program,patience}.test.ts',
  'test/simulation/{database-line,pooled-line,mail-trouble,known-journeys,notice-flood}.test.ts',
  'test/simulation/{journeys,killed-delay,killed-incident,killed-program}.test.ts',
]

/** Sites that are killed, filled or besieged, codes in front of a camera, and every screen in each width and scheme. */
export const DEEP_JOURNEYS = [
  'bad-evening',
  'boarding-camera',
  'boarding-hand-over',
  'closed-stop',
  'company-with-a-past',
  'disk-full',
  'drain',
  'finished',
  'fuzz',
  'killed-programs',
  'killed-site',
  'killed-steps',
  'letters',
  'lines',
  'links',
  'metrics',
  'office-fuzz',
  'pooler',
  'read-code',
  'retimed',
  'sell-out',
  'sent',
  'start',
  'sweep-english',
  'sweep-greek',
  'two-releases',
  'workers',
].map(fileOfJourney)

/** Told in English every day, and in the other languages by a deep run. */
export const TOLD_IN_EACH_LANGUAGE = [
  'accounts',
  'changes',
  'office',
  'office-day',
  'self-service',
].map(fileOfJourney)

function fileOfJourney(name: string): string {
  return `e2e/specs/${name}.e2e.ts`
}
