import { translation } from '#app/i18n/translation.ts'
import { may } from '#app/office/guard.server.ts'
import type { Permission } from '#app/permissions.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import * as paths from '#paths'
import { shortDate } from '#platform/format/dates.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import type { AlertKind } from '#platform/watch/alert-kinds.ts'
import { listOpenAlerts, type OpenAlert } from '#platform/watch/alerts.server.ts'

import type { Problem } from './view.ts'

const MAX_ALERTS = 50

/** Alerts that cost money or a seat if nobody looks. */
const GRAVE: readonly AlertKind[] = [
  'checkout-rejected',
  'complaint-overdue',
  'departure-over-full',
  'payment-disputed',
  'promise-broken',
  'refund-failed',
  'refund-stuck',
  'settlement-differs',
]

type Listed = {
  /** Matters that are on the list already: an alert about one of them says nothing new. */
  known: readonly string[]
  now: Temporal.Instant
}

/** The open alerts that are on the list in no other form, the newest first. */
export async function listAlertProblems(
  staff: SignedIn,
  { known, now }: Listed,
): Promise<Problem[]> {
  const isBroken = known.some((id) => id.startsWith('broken:'))
  const alerts = await listOpenAlerts(MAX_ALERTS)
  return alerts
    .filter(({ kind }) => !(isBroken && kind === 'promise-broken'))
    .filter(({ subject }) => !subject || !known.includes(subject))
    .filter((alert) => may(staff, permissionOf(alert)))
    .map((alert) => showAlert(staff, alert, now))
}

/** Money is the matter of those who may see it, and invariants of those who watch them. */
function permissionOf({ kind, subject }: OpenAlert): Permission {
  const [type] = subject?.split(':') ?? []
  if (type === 'payment' || type === 'refund' || type === 'settlement') return 'money.see'
  if (type === 'enquiry') return 'enquiries.see'
  if (type === 'draft') return 'timetable.see'
  return kind === 'promise-broken' || kind === 'notice-parked' ? 'checks.see' : 'today.see'
}

function showAlert(staff: SignedIn, alert: OpenAlert, now: Temporal.Instant): Problem {
  const { problems } = translation().messages.office.today
  const { alertId, kind, subject, facts, times, firstRaisedAt } = alert
  const to = addressOf(alert)
  const since = problems.since(timeText(firstRaisedAt, now))
  return {
    id: subject ? `${kind}:${subject}` : kind,
    tone: GRAVE.includes(kind) ? 'danger' : 'warning',
    text: problems.alerts[kind](facts),
    note: times > 1 ? `${since}, ${problems.times(times)}` : since,
    ...(to && { to }),
    ...(may(staff, 'alerts.acknowledge') && { alertId }),
  }
}

/** Alone the clock time today, with the date otherwise. */
function timeText(moment: Temporal.Instant, now: Temporal.Instant): string {
  const date = dateInCyprus(moment)
  if (date.equals(dateInCyprus(now))) return clockTime(moment)
  return `${shortDate(date, translation().locale)}, ${clockTime(moment)}`
}

function addressOf({ subject, facts }: OpenAlert): string | undefined {
  const [type, id = ''] = subject?.split(':') ?? []
  if (type === 'payment') return paths.officePayment(id)
  if (type === 'refund') return paths.officeMoneyRefund(id)
  if (type === 'departure') return paths.officeDeparture(id)
  if (type === 'draft') return paths.officeDraft(id)
  if (type === 'enquiry') return paths.officeEnquiry(String(facts['reference']))
  return type === 'settlement' ? paths.officeSettlementDay(id) : undefined
}
