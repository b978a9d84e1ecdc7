import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import {
  chooseReason,
  type ReasonOutcome,
  type ReasonRefusal,
  type ToldReason,
  type Typed,
} from '#modules/incidents/incident/told-reason.ts'
import { LOCALES } from '#platform/locale.ts'

type ReadReason = Extract<ReasonOutcome, { ok: true }> | { ok: false; problem: FormProblem }

/** The reason of a form that passengers are told, or the problem at its field. */
export function readToldReason(form: FormData): ReadReason {
  const chosen = chooseReason(readTyped(form))
  return chosen.ok ? chosen : { ok: false, problem: problemAt(chosen) }
}

/** The choice and the text in the fields. */
export function readTyped(form: FormData): Typed {
  const own = LOCALES.map((locale) => [locale, textIn(form, `told-${locale}`)])
  return { usual: textIn(form, 'told'), own: Object.fromEntries(own) as ToldReason }
}

/** The problem of the fields, at the one that has it. */
export function problemAt(refusal: ReasonRefusal): FormProblem {
  const { refusals } = translation().messages.office.incidents.toldReason
  const sentence =
    refusal.reason === 'reason-too-long'
      ? refusals[refusal.reason](refusal.most)
      : refusals[refusal.reason]
  return { fieldId: `told-${refusal.locale}`, sentence }
}
