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
 * That it came, under which reference, and what happens next. It repeats no word of what was
 * written, not even the name: anybody can send a form in anybody's name, and make us carry it.
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
    why: mail.why,
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
