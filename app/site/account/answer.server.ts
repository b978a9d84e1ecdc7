import { data, redirect } from 'react-router'

import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { localePath } from '#platform/locale.ts'

import type { AccountAnswer, News } from './view.ts'

/** What the pages about accounts answer with. */

type ComingBack = { intent?: string; problems: FormProblem[]; typed?: Record<string, string> }

/** The form again with everything that is wrong, and with what was typed but for passwords. */
export function comeBack({ intent = '', problems, typed = {} }: ComingBack) {
  return data<AccountAnswer>({ intent, problems, typed }, 422)
}

export function problem(fieldId: string, refusal: Refusal): FormProblem {
  return { fieldId, sentence: explain(translation().messages.refusals, refusal) }
}

/** Leads on, and says what has been done. */
export function goOn(path: string, news: News | null, headers = new Headers()): Response {
  const address = localePath(translation().locale, path)
  return redirect(news ? `${address}?news=${news}` : address, { status: 303, headers })
}

/** What the address says was just done; nothing else is told because of an address. */
export function newsIn(url: URL): News | null {
  const said = url.searchParams.get('news') ?? ''
  return Object.hasOwn(translation().messages.account.news, said) ? (said as News) : null
}
