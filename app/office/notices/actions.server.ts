import { notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { NOTICE_TONES, type NoticeContent, type NoticeWords } from '#modules/notices/notice.ts'
import {
  addNotice,
  saveNotice,
  takeDownNotice,
  type NoticeOutcome,
  type SaveOutcome,
} from '#modules/notices/notices.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import * as paths from '#paths'
import { dateAndTime } from '#platform/format/moments.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'
import { oneLine } from '#platform/text/lines.ts'
import { readLocalMoment } from '#platform/typed-time.ts'

import { readPlace } from './places.server.ts'

export function save(press: Press) {
  return write(press, false)
}

/** Puts the notice on the site as it is written in the form. */
export function publish(press: Press) {
  return write(press, true)
}

async function write({ form, by, seen, params, now }: Press, publishes: boolean) {
  const { refusals } = translation().messages.office.notices
  const content = await readContent(form, now)
  if (!content) return refused([{ fieldId: 'from', sentence: refusals['bad-time'] }], form)
  const noticeId = params['id'] ?? ''
  const saving = { content, publishes, by, now }
  const outcome =
    noticeId === 'new' ? await addNotice(saving) : await saveNotice({ ...saving, noticeId, seen })
  return outcome.ok ? done(paths.officeNotice(outcome.noticeId)) : refuse(outcome, form)
}

export async function takeDown({ form, by, seen, params, now }: Press) {
  const noticeId = params['id'] ?? ''
  const outcome = await takeDownNotice({ noticeId, seen, by, now })
  return outcome.ok ? done(paths.officeNotice(noticeId)) : refuse(outcome, form)
}

/** Undefined if a time cannot be read. An empty beginning is now. */
async function readContent(
  form: FormData,
  now: Temporal.Instant,
): Promise<NoticeContent | undefined> {
  const [from, until] = [readTime(textIn(form, 'from')), readTime(textIn(form, 'until'))]
  if (from === undefined || until === undefined) return undefined
  const words = Object.fromEntries(
    LOCALES.map((locale) => [locale, oneLine(textIn(form, `text-${locale}`))]),
  ) as NoticeWords
  return {
    ...(await readPlace(textIn(form, 'place'))),
    tone: NOTICE_TONES.find((tone) => tone === textIn(form, 'tone')) ?? 'info',
    from: from ?? now,
    until,
    words,
  }
}

/** Null for an empty field, undefined for an unreadable one. */
function readTime(text: string): Temporal.Instant | null | undefined {
  return text === '' ? null : readLocalMoment(text)
}

type Refusal = Exclude<SaveOutcome | NoticeOutcome, { ok: true }>

async function refuse(refusal: Refusal, form: FormData) {
  if (refusal.reason === 'no-such-notice') throw notFound()
  const { locale, messages } = translation()
  const { refusals, states } = messages.office.notices
  const say = (fieldId: string, sentence: string) => refused([{ fieldId, sentence }], form)
  switch (refusal.reason) {
    case 'too-long': {
      const { name } = LANGUAGES[refusal.locale]
      return say(`text-${refusal.locale}`, refusals['too-long'](name, refusal.most))
    }
    case 'language-missing':
      return say(
        `text-${refusal.locale}`,
        refusals['language-missing'](LANGUAGES[refusal.locale].name),
      )
    case 'not-in-this-state':
      return say('content', refusals['not-in-this-state'](states[refusal.state]))
    case 'changed-meanwhile': {
      const newest = refusal.entries.at(-1)
      const staffId = newest?.actor.replace(/^staff:/, '') ?? ''
      const name = (await listStaffNames([staffId])).get(staffId) ?? newest?.actor ?? ''
      const when = newest ? dateAndTime(newest.enteredAt, locale) : ''
      return say('content', refusals.changed(name, when))
    }
    case 'place-missing':
      return say('place', refusals[refusal.reason])
    case 'no-words':
      return say(`text-${locale}`, refusals[refusal.reason])
    case 'ends-before-it-begins':
    case 'over':
    default:
      return say('until', refusals[refusal.reason])
  }
}
