import type { StaffMailKind } from '#modules/mail/kinds.ts'
import { ACTION, writeLetter, type MailText } from '#modules/mail/layout/letter.ts'
import { lead, say } from '#modules/mail/layout/parts.ts'
import { INVITATION_HOURS } from '#modules/staff/people/limits.ts'
import { staffWords } from '#modules/staff/words/words.ts'
import type { Locale } from '#platform/locale.ts'

type StaffMail = {
  kind: StaffMailKind
  /** The member it is about. */
  name: string
  /** Browser and system of a log-in; empty if they are not known. */
  device: string
  url: string
  locale: Locale
  demonstration: boolean
}

export function staffMail({ kind, name, device, url, locale, demonstration }: StaffMail): MailText {
  const words = staffWords(locale)
  const { subject, title, story, button, ending } = words[kind]
  const told = story(name, device)
  return writeLetter({
    locale,
    subject: subject(),
    title,
    preview: told[0] ?? '',
    why: words.why(),
    demonstration,
    parts: [
      ...told.map((sentence) => say(sentence)),
      lead(url, button, ACTION),
      ...ending(INVITATION_HOURS).map((sentence) => say(sentence)),
    ],
  })
}
