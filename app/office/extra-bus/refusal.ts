import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { ExtraRefusal } from '#modules/fleet/extra-departure.server.ts'
import { longDate } from '#platform/format/dates.ts'

import type { Typed } from './wish.ts'

const FIELD_OF: Record<ExtraRefusal['reason'], keyof Typed> = {
  'no-such-line': 'line',
  'date-missing': 'date',
  'date-past': 'date',
  'beyond-sale': 'date',
  'time-missing': 'time',
  'time-past': 'time',
  'no-such-time': 'time',
  'seats-missing': 'seats',
  'wheelchairs-missing': 'wheelchairs',
  'reason-missing': 'reason',
  'orderer-missing': 'orderer',
}

/** The sentence of a refusal, at the field that it is about. */
export function problemOf(refusal: ExtraRefusal): FormProblem {
  return { fieldId: FIELD_OF[refusal.reason], sentence: explain(refusal) }
}

function explain(refusal: ExtraRefusal): string {
  const { locale, messages } = translation()
  const { refusals } = messages.office.extraBus
  if (refusal.reason === 'beyond-sale') {
    return refusals[refusal.reason]({ until: longDate(refusal.until, locale) })
  }
  if (refusal.reason === 'seats-missing' || refusal.reason === 'wheelchairs-missing') {
    return refusals[refusal.reason](refusal)
  }
  return refusals[refusal.reason]()
}
