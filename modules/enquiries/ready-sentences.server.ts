import { REFUND_SHOWN_DAYS } from '#modules/rules/rules.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { longDate } from '#platform/format/dates.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

import { complaintDeadlines } from './complaints.ts'
import type { Topic } from './forms.ts'
import { enquiryWords } from './words/words.ts'

/** Sentences for any answer, in the order in which an answer has them. */
const FOR_ALL = ['thanks', 'sorry', 'more-time', 'reference', 'booking', 'refund'] as const
const OF_LOST_PROPERTY = ['lost-found', 'lost-not-found'] as const
const OF_COMPLAINTS = ['decision', 'authority'] as const
const AT_THE_END = ['call', 'regards'] as const

export type ReadySentence = (
  | typeof FOR_ALL
  | typeof OF_LOST_PROPERTY
  | typeof OF_COMPLAINTS
  | typeof AT_THE_END
)[number]

type About = { topic: Topic | null }

/** The ready sentences for an answer to an enquiry about this. */
export function listReadySentences({ topic }: About): ReadySentence[] {
  return [
    ...FOR_ALL,
    ...(topic === 'lost-property' ? OF_LOST_PROPERTY : []),
    ...(topic === 'complaint' ? OF_COMPLAINTS : []),
    ...AT_THE_END,
  ]
}

type Answered = About & { locale: Locale; receivedAt: Temporal.Instant }

/** A ready sentence in the language of the writer; undefined for one that is not about this. */
export function findReadySentence(key: string, enquiry: Answered): string | undefined {
  const known = listReadySentences(enquiry).find((one) => one === key)
  if (!known) return undefined
  const { locale, receivedAt } = enquiry
  const { ready } = enquiryWords(locale)
  const { phone, hours } = company()
  switch (known) {
    case 'booking':
      return ready.booking(siteOrigin() + localePath(locale, paths.findBooking()))
    case 'refund':
      return ready.refund(REFUND_SHOWN_DAYS.min, REFUND_SHOWN_DAYS.max)
    case 'lost-found':
      return ready['lost-found'](phone)
    case 'decision':
      return ready.decision(longDate(complaintDeadlines(receivedAt).finalAnswerBy, locale))
    case 'regards':
      return ready.regards()
    case 'call':
      return ready.call(phone, hours.from, hours.until)
    case 'thanks':
    case 'sorry':
    case 'more-time':
    case 'reference':
    case 'lost-not-found':
    case 'authority':

    default:
      return ready[known]
  }
}
