import type { Fields } from '#modules/enquiries/check-fields.ts'
import { complaintDeadlines } from '#modules/enquiries/complaints.ts'
import { FORMS, type EnquiryKind } from '#modules/enquiries/forms.ts'
import { enquiryWords, labelOf, valueInWords } from '#modules/enquiries/words/words.ts'
import { writeLetter, type MailText } from '#modules/mail/layout/letter.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import { html } from '#platform/html.ts'
import { LANGUAGES, OFFICE_LOCALE } from '#platform/languages.ts'
import type { Locale } from '#platform/locale.ts'

type Forwarded = {
  reference: string
  kind: EnquiryKind
  topic: string | null
  locale: Locale
  fields: Fields
  suspicions: readonly string[]
  receivedAt: Temporal.Instant
  demonstration: boolean
}

/** All fields of the form, for the company's staff. */
export function forwardedEnquiry(enquiry: Forwarded): MailText {
  const { reference, kind, topic, locale, fields, suspicions, receivedAt, demonstration } = enquiry
  const { mail, kinds, choices } = enquiryWords(OFFICE_LOCALE)
  const words = mail.forwarded
  const filled = FORMS[kind]
    .flatMap((group) => group.fields)
    .flatMap((field): [string, string][] => {
      const value = fields[field.name]
      return value
        ? [[labelOf(OFFICE_LOCALE, kind, field.name), valueInWords(OFFICE_LOCALE, field, value)]]
        : []
    })
  const facts: [string, string][] = [
    ...(topic === 'complaint' ? deadlines(receivedAt) : []),
    [words.received, dateAndTime(receivedAt, OFFICE_LOCALE)],
    [words.language, LANGUAGES[locale].englishName],
    ...(suspicions.length > 0
      ? [[words.suspicions, suspicions.join(', ')] as [string, string]]
      : []),
  ]
  const topics: Partial<Record<string, string>> = choices.topic
  const about = topic ? (topics[topic] ?? kinds[kind]) : kinds[kind]
  return writeLetter({
    locale: OFFICE_LOCALE,
    subject: words.subject(about, reference),
    title: words.subject(about, reference),
    preview: fields.message ?? fields.notes ?? '',
    parts: [
      {
        html: html`<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%">
          ${[...filled, ...facts].map(
            ([name, value]) =>
              html`<tr>
                <td class="soft" style="padding:6px 16px 6px 0;vertical-align:top;color:#456069">
                  ${name}
                </td>
                <td style="padding:6px 0;white-space:pre-wrap;overflow-wrap:anywhere">${value}</td>
              </tr>`,
          )}
        </table>`,
        text: [...filled, ...facts].map(([name, value]) => `${name}:\n${value}`).join('\n\n'),
      },
    ],
    why: words.answer,
    demonstration,
  })
}

function deadlines(receivedAt: Temporal.Instant): [string, string][] {
  const words = enquiryWords(OFFICE_LOCALE).mail.forwarded
  const { firstAnswerBy, finalAnswerBy } = complaintDeadlines(receivedAt)
  return [
    [words.firstAnswerBy, dayMonthYear(firstAnswerBy, OFFICE_LOCALE)],
    [words.finalAnswerBy, dayMonthYear(finalAnswerBy, OFFICE_LOCALE)],
  ]
}
