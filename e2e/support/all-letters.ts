import { accountMail, type AccountMailData } from '#modules/accounts/mails/account-mail.ts'
import { acknowledgement } from '#modules/enquiries/mails/acknowledgement.ts'
import { enquiryAnswer, enquiryReply } from '#modules/enquiries/mails/answer.ts'
import { forwardedEnquiry } from '#modules/enquiries/mails/forwarded-enquiry.ts'
import type { StaffMailKind } from '#modules/mail/kinds.ts'
import type { MailText } from '#modules/mail/layout/letter.ts'
import { staffMail } from '#modules/staff/mails/staff-mail.ts'
import type { Locale } from '#platform/locale.ts'
import { exampleLetters } from '#test/fixtures/example-letters.ts'

const URL = 'https://halcyon.example/users/confirm?token=0123456789abcdefghjkmnpqrs'

const ACCOUNTS: readonly AccountMailData[] = [
  { is: 'sign-up', url: URL, hours: 24 },
  { is: 'new-email', url: URL, hours: 24 },
  { is: 'has-account', url: URL },
  { is: 'forgot-password', url: URL, minutes: 60 },
  { is: 'password-changed', url: URL },
  { is: 'email-changed' },
]

const STAFF: readonly StaffMailKind[] = [
  'staff-invitation',
  'staff-log-in',
  'staff-access-changed',
  'staff-recovery-code',
  'staff-reset',
]

type Named = [name: string, letter: MailText]

/** Every email, by the name of its picture. */
export function allLetters(locale: Locale): Named[] {
  return [...lettersInLanguageOf(locale), ...lettersToTheCompany(locale)]
}

/** Every email to travellers and to staff, in their language. */
export function lettersInLanguageOf(locale: Locale): Named[] {
  const complaint = acknowledgement({
    locale,
    reference: '7KQ2M9XA',
    kind: 'contact',
    topic: 'complaint',
    receivedAt: Temporal.Instant.from('2026-11-10T10:00:00Z'),
    demonstration: true,
  })
  return [
    ...Object.entries(exampleLetters(locale)),
    ...ACCOUNTS.map((news): Named => {
      return [`account-${news.is}`, accountMail({ news, locale, demonstration: true })]
    }),
    ['enquiry', complaint],
    ...answers(locale),
    ...STAFF.map((kind): Named => {
      const facts = { name: 'Eleni Example', device: 'Chrome, Windows', url: URL }
      return [kind, staffMail({ kind, ...facts, locale, demonstration: true })]
    }),
  ]
}

const LONG_WORD = 'https://halcyon.example/a-long-address-that-somebody-copied-into-a-message'

/** The words of a person, in the language of that person. */
export const WRITTEN = `Dear Anna,\n\nYes, at 12:00.\n${LONG_WORD}\n\nKind regards`

const THREAD_URL = 'https://halcyon.example/enquiries/0123456789abcdefghjkmnpqrs'
const THREAD = { reference: '7KQ2M9XA', body: WRITTEN, demonstration: true }

/** Our two kinds of answers to an enquiry. */
function answers(locale: Locale): Named[] {
  const answer = { ...THREAD, locale, threadUrl: THREAD_URL }
  return [
    ['enquiry-answer', enquiryAnswer({ ...answer, asks: false })],
    ['enquiry-question', enquiryAnswer({ ...answer, asks: true })],
  ]
}

/** In the language of the office, about a writer of this language. */
function lettersToTheCompany(locale: Locale): Named[] {
  return [
    ['enquiry-reply', enquiryReply({ ...THREAD, officeUrl: THREAD_URL })],
    [
      'enquiry-forwarded',
      forwardedEnquiry({
        kind: 'contact',
        reference: '7KQ2M9XA',
        locale,
        fields: { 'first-name': 'Anna', email: 'anna@example.com', message: WRITTEN },
        suspicions: ['too-fast'],
        topic: 'complaint',
        receivedAt: Temporal.Instant.from('2026-11-10T10:00:00Z'),
        demonstration: true,
      }),
    ],
  ]
}
