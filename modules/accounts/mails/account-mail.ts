import { accountWords } from '#modules/accounts/words/words.ts'
import { ACTION, writeLetter, type MailText } from '#modules/mail/layout/letter.ts'
import { lead, say } from '#modules/mail/layout/parts.ts'
import type { Locale } from '#platform/locale.ts'

/** The reasons for a mail to an account's address; its contents depend on the state at sending. */
export const ACCOUNT_MAIL_KINDS = [
  'sign-up',
  'new-email',
  'forgot-password',
  'email-changed',
  'password-changed',
] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

/** The contents of a mail about an account, with its link and how long the link can be used. */
export type AccountMailData =
  | { is: 'sign-up' | 'new-email'; url: string; hours: number }
  | { is: 'forgot-password'; url: string; minutes: number }
  | { is: 'has-account' | 'password-changed'; url: string }
  | { is: 'email-changed' }

type AccountMail = { news: AccountMailData; locale: Locale; demonstration: boolean }

/** Contains no typed text, since the address may belong to another person. */
export function accountMail({ news, locale, demonstration }: AccountMail): MailText {
  const words = accountWords(locale)
  const { subject, title } = words[news.is]
  const story = words[news.is].story()
  const ending = endingOf(news, locale)
  const [preview = ''] = story
  const action =
    news.is === 'email-changed' ? undefined : { url: news.url, text: words[news.is].button }
  return writeLetter({
    locale,
    subject,
    title,
    preview,
    why: words.why(),
    demonstration,
    parts: [
      ...story.map((sentence) => say(sentence)),
      action ? lead(action.url, action.text, ACTION) : null,
      ...ending.map((sentence) => say(sentence)),
    ],
  })
}

function endingOf(news: AccountMailData, locale: Locale): readonly string[] {
  const words = accountWords(locale)
  switch (news.is) {
    case 'sign-up':
    case 'new-email':
      return words[news.is].ending(news.hours)
    case 'forgot-password':
      return words[news.is].ending(news.minutes)
    case 'has-account':
    case 'password-changed':
    case 'email-changed':
      return words[news.is].ending
    default:
      return news satisfies never
  }
}
