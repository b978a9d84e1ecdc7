import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import {
  chooseReason,
  type ReasonOutcome,
  type ToldReason,
} from '#modules/incidents/told-reason.ts'
import { LOCALES } from '#platform/locale.ts'

type ReadReason = Extract<ReasonOutcome, { ok: true }> | { ok: false; problem: FormProblem }

/** The reason of a form that passengers are told, or the problem at its field. */
export function readToldReason(form: FormData): ReadReason {
  const own = LOCALES.map((locale) => [locale, textIn(form, `told-${locale}`)])
  const chosen = chooseReason({
    usual: textIn(form, 'told'),
    own: Object.fromEntries(own) as ToldReason,
  })
  if (chosen.ok) return chosen
  const { refusals } = translation().messages.office.incidents.toldReason
  const sentence =
    chosen.reason === 'reason-too-long'
      ? refusals[chosen.reason](chosen.most)
      : refusals[chosen.reason]
  return { ok: false, problem: { fieldId: `told-${chosen.locale}`, sentence } }
}
