import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { tick, type TickOutcome } from '#modules/boarding/counts/ticks.server.ts'
import * as paths from '#paths'
import { dateAndTime } from '#platform/format/moments.ts'

const COUNT = /^\d{1,3}$/

/** Writes down how many of a party are aboard: as many as were chosen, or nobody. */
export async function tickParty({ form, by, params, now }: Press, intent: 'tick' | 'untick') {
  const departureId = params.id ?? ''
  const [count, position] = [textIn(form, 'aboard'), textIn(form, 'position')]
  const row = textIn(form, 'row')
  const sentences = translation().messages.office.manifest
  if ((intent === 'tick' && !COUNT.test(count)) || !COUNT.test(position)) {
    return refused([{ fieldId: row, sentence: sentences.refusals.count }], form)
  }
  const outcome = await tick({
    departureId,
    bookingId: textIn(form, 'booking'),
    aboard: intent === 'untick' ? 0 : Number(count),
    position: Number(position),
    by,
    now,
  })
  if (!outcome.ok) return refused([{ fieldId: row, sentence: sentenceOf(outcome) }], form)
  return done(`${paths.officeManifest(departureId)}#party-${encodeURIComponent(row)}`)
}

function sentenceOf(refusal: Exclude<TickOutcome, { ok: true }>): string {
  const { locale, messages } = translation()
  const { refusals } = messages.office.manifest
  switch (refusal.reason) {
    case 'too-many':
      return refusals['too-many'](refusal.people)
    case 'boarding-not-open':
      return refusals['boarding-not-open'](dateAndTime(refusal.opensAt, locale))
    case 'has-arrived':
      return refusals['has-arrived'](dateAndTime(refusal.arrivesAt, locale))
    case 'list-is-closed':
      return refusals['list-is-closed'](dateAndTime(refusal.closedAt, locale))
    case 'not-on-the-list':
    case 'not-running':
    default:
      return refusals[refusal.reason]
  }
}
