import { notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, drafted, officeAction, refused } from '#app/office/act.server.ts'
import {
  checkTyped,
  restoreCompany,
  saveCompany,
  type CompanyOutcome,
} from '#modules/company/company-editions.server.ts'
import { COMPANY_FIELDS, type CompanyFields } from '#modules/company/company-fields.ts'
import * as paths from '#paths'

/** Changes the company details. `check` only shows the changes. */
export const companyAction = officeAction('/office/company', {
  async check({ form, now }) {
    const outcome = checkTyped(readTyped(form), now)
    return outcome.ok ? drafted(form, { shown: outcome.after }) : refuse(outcome, form)
  },
  async save({ form, by, now }) {
    const outcome = await saveCompany({
      base: numberIn(form, 'base'),
      typed: readTyped(form),
      by,
      now,
    })
    return outcome.ok ? done(paths.officeCompany()) : refuse(outcome, form)
  },
  async restore({ form, by, now }) {
    const [base, backTo] = [numberIn(form, 'base'), numberIn(form, 'edition')]
    const outcome = await restoreCompany({ base, backTo, by, now })
    return outcome.ok ? done(paths.officeCompany()) : refuse(outcome, form)
  },
})

function readTyped(form: FormData): CompanyFields {
  const typed = COMPANY_FIELDS.map((field) => [field, textIn(form, field)])
  return Object.fromEntries(typed) as CompanyFields
}

function numberIn(form: FormData, field: string): number {
  const typed = textIn(form, field)
  if (!/^\d{1,9}$/.test(typed)) throw notFound()
  return Number(typed)
}

function refuse(outcome: Extract<CompanyOutcome, { ok: false }>, form: FormData) {
  const { refusals, problems } = translation().messages.office.company
  if (outcome.reason !== 'problems') {
    return refused([{ fieldId: 'content', sentence: refusals[outcome.reason] }], form)
  }
  const found = outcome.problems.map(({ field, reason }) => {
    return { fieldId: field, sentence: problems[reason] }
  })
  return refused(found, form)
}
