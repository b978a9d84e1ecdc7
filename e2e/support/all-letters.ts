import { accountMail, type AccountMailData } from '#modules/accounts/mails/account-mail.ts'
import { acknowledgement } from '#modules/enquiries/mails/acknowledgement.ts'
import type { MailText } from '#modules/mail/layout/letter.ts'
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

/** Every email to travellers, by the name of its picture. */
export function allLetters(locale: Locale): [name: string, letter: MailText][] {
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
    ...ACCOUNTS.map((news): [string, MailText] => {
      return [`account-${news.is}`, accountMail({ news, locale, demonstration: true })]
    }),
    ['enquiry', complaint],
  ]
}
