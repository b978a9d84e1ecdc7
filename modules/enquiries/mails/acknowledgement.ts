import { complaintDeadlines } from '#modules/enquiries/complaints.ts'
import type { EnquiryKind } from '#modules/enquiries/forms.ts'
import { enquiryWords } from '#modules/enquiries/words/words.ts'
import { writeLetter, type MailText } from '#modules/mail/layout/letter.ts'
import { say } from '#modules/mail/layout/parts.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import type { Locale } from '#platform/locale.ts'

type Acknowledged = {
  reference: string
  kind: EnquiryKind
  topic: string | null
  locale: Locale
  receivedAt: Temporal.Instant
  demonstration: boolean
}

/**
 * Confirms the arrival with the reference and the next steps. It repeats nothing that was typed,
 * not even the name: anyone can enter another person's address, and would use our mail to reach
 * them.
 */
export function acknowledgement(enquiry: Acknowledged): MailText {
  const { reference, kind, topic, locale, receivedAt, demonstration } = enquiry
  const { mail, kinds } = enquiryWords(locale)
  const words = mail.acknowledgement
  const isComplaint = topic === 'complaint'
  const when = momentInSentence(receivedAt, locale)
  const isService = kind !== 'contact'
  const story = [
    isService ? words.receivedFor(kinds[kind], when) : words.received(when),
    words.reference(reference),
    ...(isComplaint ? complaint(enquiry) : [isService ? words.service : words.message]),
    words.notMe,
  ]
  return writeLetter({
    locale,
    subject: isComplaint ? words.complaintSubject(reference) : words.subject(reference),
    title: isComplaint ? words.complaintTitle : words.title,
    preview: words.reference(reference),
    parts: story.map((sentence) => say(sentence)),
    why: mail.why(),
    demonstration,
  })
}

function complaint({ locale, receivedAt }: Acknowledged): string[] {
  const words = enquiryWords(locale).mail.acknowledgement
  const { firstAnswerBy, finalAnswerBy } = complaintDeadlines(receivedAt)
  return [
    words.complaint(dayMonthYear(firstAnswerBy, locale), dayMonthYear(finalAnswerBy, locale)),
    words.authority,
  ]
}
