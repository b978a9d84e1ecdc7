import { findMoneyStory } from '#modules/support/find-payment-history.server.ts'
import type { AuditFilter } from '#platform/list-audit.server.ts'
import { readReference } from '#platform/text/reference.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { readDate } from '#platform/typed-time.ts'

import type { FilterView } from './view.ts'

/** Days that are searched if neither a time nor a subject is given. */
const DAYS_SHOWN = 30

/** The kinds of subjects whose ids can be looked for. */
const KINDS = ['order', 'payment', 'refund', 'departure', 'manifest', 'staff', 'alert'] as const

/** The filter in an address. A value that is no date is left out. */
export function readFilter(query: URLSearchParams, now: Temporal.Instant): FilterView {
  const text = (name: string) => (query.get(name) ?? '').trim()
  const names = ['who', 'kind', 'subject', 'from', 'until', 'word']
  const isSet = names.some((name) => text(name) !== '')
  const subject = text('subject')
  const since = dateInCyprus(now).subtract({ days: DAYS_SHOWN }).toString()
  const from = readDate(text('from'))?.toString() ?? (subject || text('until') ? undefined : since)
  return {
    who: text('who'),
    kind: text('kind'),
    subject,
    from: from ?? '',
    until: readDate(text('until'))?.toString() ?? '',
    word: text('word'),
    isSet,
  }
}

/** The filter of the audit. A booking's reference stands for its payments and refunds too. */
export async function toFilter(shown: FilterView): Promise<AuditFilter> {
  const { who, kind, subject, from, until, word } = shown
  return {
    actor: who && `staff:${who}`,
    kind,
    word,
    ...(subject && { subjects: await listSubjects(subject) }),
    ...(from && { from: startOfDay(Temporal.PlainDate.from(from)) }),
    ...(until && { until: startOfDay(Temporal.PlainDate.from(until).add({ days: 1 })) }),
  }
}

async function listSubjects(typed: string): Promise<string[]> {
  if (typed.includes(':')) return [typed]
  const reference = readReference(typed)
  if (!reference) return KINDS.map((kind) => `${kind}:${typed}`)
  const story = await findMoneyStory(reference)
  if (!story) return []
  return [
    `order:${story.order.orderId}`,
    ...story.payments.map(({ paymentId }) => `payment:${paymentId}`),
    ...story.refunds.map(({ refundId }) => `refund:${refundId}`),
  ]
}
