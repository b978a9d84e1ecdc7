import { data, redirect } from 'react-router'

import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { localePath } from '#platform/locale.ts'

import type { AccountAnswer, News } from './view.ts'

/** The responses of the account pages. */

type ComingBack = { intent?: string; problems: FormProblem[]; typed?: Record<string, string> }

/** The form again with all its problems, and with the typed values except passwords. */
export function comeBack({ intent = '', problems, typed = {} }: ComingBack) {
  return data<AccountAnswer>({ intent, problems, typed }, 422)
}

export function problem(fieldId: string, refusal: Refusal): FormProblem {
  return { fieldId, sentence: explain(translation().messages.refusals, refusal) }
}

/** Redirects with a remark about the completed act. */
export function goOn(path: string, news: News | null, headers = new Headers()): Response {
  const address = localePath(translation().locale, path)
  return redirect(news ? `${address}?news=${news}` : address, { status: 303, headers })
}

/** The remark that the query names; a query can show no other text. */
export function newsIn(url: URL): News | null {
  const said = url.searchParams.get('news') ?? ''
  return Object.hasOwn(translation().messages.account.news, said) ? (said as News) : null
}
