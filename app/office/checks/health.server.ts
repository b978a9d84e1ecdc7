import { translation } from '#app/i18n/translation.ts'
import { listSettledDays } from '#modules/bookkeeping/settlement/list-settlement-days.server.ts'
import { findTimetableEnd } from '#modules/gtfs/import/find-timetable-end.server.ts'
import { countMails } from '#modules/mail/count-mails.server.ts'
import { hasTrigrams } from '#modules/orders/reads/find-orders.server.ts'
import { findProvider } from '#modules/payments/providers.server.ts'
import * as paths from '#paths'
import { findReplication } from '#platform/database/find-replication.server.ts'
import { dayMonthYear, shortDate } from '#platform/format/dates.ts'
import { countJobs } from '#platform/jobs/count-jobs.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { findStandbyLost } from '#platform/watch/watch-replication.server.ts'

import type { HealthRow } from './view.ts'
import { agoText } from './words.server.ts'

/** Minutes after which a waiting job or mail shows that no program works on them. */
const MINUTES_TO_BEGIN = 5
/** Days before the end of the timetable from which it wants attention. */
const DAYS_OF_TIMETABLE = 60

/**
 * The health of everything besides the invariants: settlement, jobs, mails, the timetable, the
 * search.
 */
export async function listHealth(now: Temporal.Instant): Promise<HealthRow[]> {
  const [settled, jobs, mails, until, isFast, replication, lostAt] = await Promise.all([
    listSettledDays({ most: 1 }),
    countJobs(),
    countMails(now),
    findTimetableEnd(),
    hasTrigrams(),
    findReplication(),
    findStandbyLost(),
  ])
  return [
    showSettlement(settled),
    showJobs(jobs, now),
    showParked(jobs.parked),
    showMails(mails, now),
    showUnsent(mails.unsent),
    showTimetable(until, now),
    showSearch(isFast),
    ...showLists(),
    showReplication(replication, lostAt, now),
  ]
}

type Of<Load extends (...args: never) => Promise<unknown>> = Awaited<ReturnType<Load>>

function showSettlement(settled: Of<typeof listSettledDays>): HealthRow {
  const { locale, messages } = translation()
  const { health } = messages.office.checks
  const row = { key: 'settlement', name: health.settlement, to: paths.officeSettlement() }
  const [latest] = settled
  if (!latest) return { ...row, value: health.noSettlement, tone: 'warning' }
  const worst = settled.find(({ state }) => state !== 'agrees')?.state ?? 'agrees'
  const state = messages.office.money.settlement.states[worst]
  return {
    ...row,
    value: `${shortDate(latest.day, locale)}: ${state}`,
    tone: worst === 'agrees' ? 'positive' : 'danger',
  }
}

function showJobs(
  { waiting, waitingSince }: Of<typeof countJobs>,
  now: Temporal.Instant,
): HealthRow {
  const { health } = translation().messages.office.checks
  const row = { key: 'jobs', name: health.jobs }
  if (!waitingSince) return { ...row, value: health.noneWaits, tone: 'positive' }
  const value = health.waiting(waiting, agoText(waitingSince, now))
  return { ...row, value, tone: isLate(waitingSince, now) ? 'danger' : 'positive' }
}

function showParked(parked: number): HealthRow {
  const { health } = translation().messages.office.checks
  const tone = parked === 0 ? 'positive' : 'warning'
  return { key: 'parked', name: health.parked, value: String(parked), tone }
}

function showMails(
  { queued, queuedSince }: Of<typeof countMails>,
  now: Temporal.Instant,
): HealthRow {
  const { health } = translation().messages.office.checks
  const row = { key: 'mails', name: health.mails }
  if (!queuedSince) return { ...row, value: health.noneWaits, tone: 'positive' }
  const value = health.waiting(queued, agoText(queuedSince, now))
  return { ...row, value, tone: isLate(queuedSince, now) ? 'danger' : 'positive' }
}

function showUnsent(unsent: number): HealthRow {
  const { health } = translation().messages.office.checks
  const tone = unsent === 0 ? 'positive' : 'warning'
  return { key: 'unsent', name: health.unsent, value: String(unsent), tone }
}

function showTimetable(until: Temporal.PlainDate | undefined, now: Temporal.Instant): HealthRow {
  const { locale, messages } = translation()
  const { health } = messages.office.checks
  const row = { key: 'timetable', name: health.timetable }
  if (!until) return { ...row, value: health.noTimetable, tone: 'danger' }
  const left = dateInCyprus(now).until(until, { largestUnit: 'days' }).days
  const tone = left < DAYS_OF_TIMETABLE ? 'warning' : 'positive'
  return { ...row, value: dayMonthYear(until, locale), tone }
}

function showSearch(isFast: boolean): HealthRow {
  const { health } = translation().messages.office.checks
  const value = isFast ? health.withTrigrams : health.withoutTrigrams
  return { key: 'search', name: health.search, value, tone: isFast ? 'positive' : 'warning' }
}

/** A provider without a list of captures cannot be asked for money that the database lost. */
function showLists(): HealthRow[] {
  const { health } = translation().messages.office.checks
  const bank = findProvider(env().PAYMENT_PROVIDER, 'request')
  if (!bank) return []
  const lists = bank.listCaptures !== undefined
  const value = lists ? health.listsCaptures : health.listsNone(bank.id)
  return [{ key: 'captures', name: health.captures, value, tone: lists ? 'positive' : 'warning' }]
}

function showReplication(
  { standbys, names, waits }: Of<typeof findReplication>,
  lostAt: Of<typeof findStandbyLost>,
  now: Temporal.Instant,
): HealthRow {
  const { health } = translation().messages.office.checks
  const row = { key: 'replication', name: health.replication }
  const isWaitedFor = names !== ''
  if (lostAt && !isWaitedFor) {
    return { ...row, value: health.lostStandby(agoText(lostAt, now)), tone: 'danger' }
  }
  if (standbys > 0 && !isWaitedFor) {
    return { ...row, value: health.asynchronous(standbys), tone: 'warning' }
  }
  if (!waits) return { ...row, value: health.noWait, tone: 'warning' }
  if (isWaitedFor) return { ...row, value: health.synchronous, tone: 'positive' }
  return { ...row, value: health.noStandby }
}

function isLate(since: Temporal.Instant, now: Temporal.Instant): boolean {
  return since.until(now).total('minutes') > MINUTES_TO_BEGIN
}
