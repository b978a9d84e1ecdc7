import { enquiryWords } from '#modules/enquiries/words/words.ts'
import { writeLetter, type MailText, type Part } from '#modules/mail/layout/letter.ts'
import { lead, say } from '#modules/mail/layout/parts.ts'
import { html } from '#platform/html.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'
import type { Locale } from '#platform/locale.ts'

type Answered = {
  reference: string
  locale: Locale
  /** Our answer, in the writer's language. */
  body: string
  /** Opens the thread, where the writer can reply. */
  threadUrl: string
  /** Whether we wait for a reply. */
  asks: boolean
  demonstration: boolean
}

/** Our answer, with the way to reply to it. */
export function enquiryAnswer(answered: Answered): MailText {
  const { reference, locale, body, threadUrl, asks, demonstration } = answered
  const { mail } = enquiryWords(locale)
  const words = mail.answer
  return writeLetter({
    locale,
    subject: words.subject(reference),
    title: words.title,
    preview: body.slice(0, 120),
    parts: [
      asWritten(body),
      say(asks ? words.pleaseReply : words.mayReply),
      lead(threadUrl, words.open),
    ],
    why: mail.why(),
    demonstration,
  })
}

type Replied = { reference: string; body: string; officeUrl: string; demonstration: boolean }

/** The writer's reply, for the company's staff. */
export function enquiryReply({ reference, body, officeUrl, demonstration }: Replied): MailText {
  const { mail } = enquiryWords(OFFICE_LOCALE)
  const words = mail.reply
  return writeLetter({
    locale: OFFICE_LOCALE,
    subject: words.subject(reference),
    title: words.subject(reference),
    preview: body.slice(0, 120),
    parts: [asWritten(body), lead(officeUrl, words.open)],
    why: words.why,
    demonstration,
  })
}

/** A text with the line breaks of its author. */
function asWritten(text: string): Part {
  return { html: html`<p style="margin:0 0 18px;white-space:pre-wrap">${text}</p>`, text }
}
