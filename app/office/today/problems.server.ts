import { translation } from '#app/i18n/translation.ts'
import { may } from '#app/office/guard.server.ts'
import { listBreaches } from '#modules/bookkeeping/invariants/find-checks.server.ts'
import { isOverdue } from '#modules/enquiries/enquiry-state.ts'
import { listDueEnquiries } from '#modules/enquiries/inbox.server.ts'
import { findTimetableEnd } from '#modules/gtfs/import/find-timetable-end.server.ts'
import { listUnsentMails } from '#modules/notifications/list-unsent-mails.server.ts'
import { listHeldDifferences } from '#modules/seats/list-held-differences.server.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import {
  listWaitingPayments,
  listWaitingRefunds,
} from '#modules/support/list-open-problems.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import * as paths from '#paths'
import { dayMonthYear } from '#platform/format/dates.ts'
import { formatEuros } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

import { listAlertProblems } from './alerts.server.ts'
import {
  listBoardedTwice,
  listPeopleToCall,
  listSilent,
  listWithoutSeat,
  listWithoutSpace,
} from './boarding-problems.server.ts'
import { listFleetProblems } from './fleet-problems.server.ts'
import { MAX_OF_A_KIND, momentText, shorten } from './lines.server.ts'
import type { Problem } from './view.ts'

/** Days before the end of the timetable from which it is a problem. */
const DAYS_OF_TIMETABLE = 60

/**
 * All that is wrong and that this member can do something about, what is grave first; then in this order: broken
 * promises, people aboard who were not booked, wheelchairs without a space, people to call, buses that counted
 * nobody, departures that differ from what was sold, money, mails, people who wait for an answer, departures that
 * have no driver or bus, alerts.
 */
export async function listProblems(staff: SignedIn, now: Temporal.Instant): Promise<Problem[]> {
  const lists = await Promise.all([
    may(staff, 'checks.see') ? listBroken() : [],
    may(staff, 'phones.see') ? listBoardedTwice() : [],
    may(staff, 'departures.see') ? listWithoutSeat(now) : [],
    may(staff, 'incidents.see') ? listWithoutSpace(now) : [],
    may(staff, 'incidents.call') ? listPeopleToCall(now) : [],
    may(staff, 'manifest.see') ? listSilent(now) : [],
    may(staff, 'departures.see') ? listDiffering(now) : [],
    may(staff, 'money.see') ? listPayments(now) : [],
    may(staff, 'money.see') ? listRefunds(now) : [],
    may(staff, 'orders.find') ? listMails(now) : [],
    may(staff, 'enquiries.see') ? listEnquiries(now) : [],
    listTimetable(now),
  ])
  const fleet = may(staff, 'fleet.see') ? await listFleetProblems(now) : []
  const known = lists.flat()
  const alerts = await listAlertProblems(staff, { known: known.map(({ id }) => id), now })
  const [broken, ...others] = lists
  const all = [...broken, ...others.flat(), ...fleet, ...alerts]
  return [...all.filter(isGrave), ...all.filter((problem) => !isGrave(problem))]
}

function isGrave({ tone }: Problem): boolean {
  return tone === 'danger'
}

/** One line for each broken invariant, however many breaches it has. */
async function listBroken(): Promise<Problem[]> {
  const { checks, today } = translation().messages.office
  const byInvariant = Map.groupBy(await listBreaches(), ({ sentence }) => sentence.split(':')[0])
  return [...byInvariant].map(([id = '', breaches]) => {
    const promise = (checks.promises as Record<string, string>)[id] ?? ''
    const text = today.problems.breach(id, breaches.length, promise)
    return { id: `broken:${id}`, tone: 'danger', text, to: paths.officeChecks() }
  })
}

async function listDiffering(now: Temporal.Instant): Promise<Problem[]> {
  const { locale, messages } = translation()
  const differences = await listHeldDifferences(now, MAX_OF_A_KIND + 1)
  const stopIds = differences.map(({ firstStopId }) => firstStopId)
  const stops = await getStops(locale, stopIds)
  const problems = differences.map(
    ({ departureId, kind, firstStopId, departsAt, holders }): Problem => {
      const stop = stops.get(firstStopId)?.shortName ?? firstStopId
      const { difference } = messages.office.today.problems
      const text = difference(momentText(departsAt), stop, kind, holders)
      const to = kind === 'moved' ? paths.officeDifferences() : paths.officeDeparture(departureId)
      return { id: `departure:${departureId}`, tone: 'danger', text, to }
    },
  )
  return shorten('departures', problems, paths.officeDifferences())
}

async function listPayments(now: Temporal.Instant): Promise<Problem[]> {
  const { locale, messages } = translation()
  const waiting = await listWaitingPayments(now)
  const problems = waiting.map(({ paymentId, reference, why, asked, captured }): Problem => {
    const sums = [asked, captured].map((amount) => formatEuros(amount, locale))
    const [expected = '', paid = ''] = sums
    const text = messages.office.today.problems.payments[why](reference, expected, paid)
    const tone = why === 'without-end' ? 'warning' : 'danger'
    return { id: `payment:${paymentId}`, tone, text, to: paths.officePayment(paymentId) }
  })
  return shorten('payments', problems, paths.officeMoney())
}

async function listRefunds(now: Temporal.Instant): Promise<Problem[]> {
  const { locale, messages } = translation()
  const problems = (await listWaitingRefunds(now)).map(
    ({ refundId, reference, amount }): Problem => {
      const text = messages.office.today.problems.refund(reference, formatEuros(amount, locale))
      const to = paths.officeMoneyRefund(refundId)
      return { id: `refund:${refundId}`, tone: 'danger', text, to }
    },
  )
  return shorten('refunds', problems, paths.officeMoney())
}

async function listMails(now: Temporal.Instant): Promise<Problem[]> {
  const { mail } = translation().messages.office.today.problems
  const unsent = await listUnsentMails(now, MAX_OF_A_KIND + 1)
  return unsent.map(({ mailId, state, reference, departsAt }) => {
    const text = mail[state](reference, momentText(departsAt))
    return { id: `mail:${mailId}`, tone: 'warning', text, to: paths.officeBooking(reference) }
  })
}

async function listEnquiries(now: Temporal.Instant): Promise<Problem[]> {
  const { locale, messages } = translation()
  const { complaint, overdue, unanswered } = messages.office.today.problems
  const problems = (await listDueEnquiries(now)).map((enquiry): Problem => {
    const { enquiryId, reference, dueOn } = enquiry
    const [id, to] = [`enquiry:${enquiryId}`, paths.officeEnquiry(reference)]
    if (!dueOn) return { id, tone: 'warning', text: unanswered(reference), to }
    const isOver = isOverdue(dueOn, now)
    const text = (isOver ? overdue : complaint)(reference, dayMonthYear(dueOn, locale))
    return { id, tone: isOver ? 'danger' : 'warning', text, to }
  })
  return shorten('enquiries', problems, paths.officeEnquiries())
}

async function listTimetable(now: Temporal.Instant): Promise<Problem[]> {
  const { locale, messages } = translation()
  const { noTimetable, timetableEnds } = messages.office.today.problems
  const until = await findTimetableEnd()
  if (!until) return [{ id: 'timetable', tone: 'danger', text: noTimetable }]
  const left = dateInCyprus(now).until(until, { largestUnit: 'days' }).days
  if (left >= DAYS_OF_TIMETABLE) return []
  return [{ id: 'timetable', tone: 'warning', text: timetableEnds(dayMonthYear(until, locale)) }]
}
