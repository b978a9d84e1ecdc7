import { aboutOf } from '#app/components/office/enquiry-about.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { complaintDeadlines } from '#modules/enquiries/complaints.ts'
import type { EnquiryState } from '#modules/enquiries/enquiry-state.ts'
import { FORMS } from '#modules/enquiries/forms.ts'
import { findEnquiry } from '#modules/enquiries/inbox.server.ts'
import { listReadySentences } from '#modules/enquiries/ready-sentences.server.ts'
import { labelOf, valueInWords } from '#modules/enquiries/words/words.ts'
import { company } from '#operator'
import { countEntries } from '#platform/audit.server.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import { LANGUAGES } from '#platform/languages.ts'

import { namesOf } from './words.server.ts'

export type Message = {
  kind: 'answer' | 'reply' | 'note'
  author: string
  at: string
  text: string
}

type Found = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>

export type EnquiryView = NonNullable<Awaited<ReturnType<typeof showEnquiry>>>

/** One enquiry with its thread, its writer's bookings and earlier enquiries. */
export async function showEnquiry(reference: string) {
  const enquiry = await findEnquiry(reference)
  if (!enquiry) return undefined
  const { locale } = translation()
  const { messages, assignedTo, writer, isToDo } = enquiry
  // Counted before the thread is shown: an entry in between makes the page too old, never too new.
  const seen = await countEntries(`enquiry:${enquiry.enquiryId}`)
  const nameOf = await namesOf([assignedTo, ...messages.map(({ writtenBy }) => writtenBy)])
  return {
    reference: enquiry.reference,
    seen,
    about: aboutOf(enquiry),
    state: enquiry.state satisfies EnquiryState,
    isToDo,
    writer,
    email: enquiry.email,
    language: { code: enquiry.locale, name: LANGUAGES[enquiry.locale].name },
    received: dateAndTime(enquiry.receivedAt, locale),
    assigned: nameOf(assignedTo),
    isSuspected: enquiry.suspicions.length > 0,
    due: dueOf(enquiry),
    ready: listReadySentences(enquiry),
    fields: fieldsOf(enquiry),
    messages: messages.map(({ kind, body, writtenBy, writtenAt }): Message => {
      const author = kind === 'reply' ? writer : nameOf(writtenBy) || company().shortName
      return { kind, author, at: dateAndTime(writtenAt, locale), text: body }
    }),
    booking: enquiry.booking,
    /** Most likely the booking that it is about: the one that was named, or the latest of this address. */
    guess: enquiry.fields['booking-reference'] || (enquiry.bookings[0]?.reference ?? ''),
    bookings: enquiry.bookings.map((booking) => ({
      reference: booking.reference,
      departs: booking.firstDepartsAt ? dateAndTime(booking.firstDepartsAt, locale) : '',
    })),
    earlier: enquiry.earlier.map((one) => ({
      reference: one.reference,
      about: aboutOf(one),
      state: one.state,
      received: dateAndTime(one.receivedAt, locale),
    })),
  }
}

/** The legal dates of a complaint, and the one that comes next. */
function dueOf({ topic, receivedAt, dueOn }: Found) {
  if (topic !== 'complaint') return null
  const { locale } = translation()
  const { firstAnswerBy, finalAnswerBy } = complaintDeadlines(receivedAt)
  return {
    first: dayMonthYear(firstAnswerBy, locale),
    final: dayMonthYear(finalAnswerBy, locale),
    next: dueOn ? dayMonthYear(dueOn, locale) : null,
  }
}

function fieldsOf({ kind, fields }: Found): { label: string; value: string }[] {
  const { locale } = translation()
  return FORMS[kind]
    .flatMap((group) => group.fields)
    .flatMap((field) => {
      const value = fields[field.name]
      if (!value) return []
      return { label: labelOf(locale, kind, field.name), value: valueInWords(locale, field, value) }
    })
}
