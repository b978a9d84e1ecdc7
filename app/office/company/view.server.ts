import { nameActors } from '#app/components/office/actor-names.server.ts'
import { shortMoment } from '#app/components/office/short-moment.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { listCompanyEditions } from '#modules/company/company-editions.server.ts'
import { differingFields, fieldsOf, type CompanyFields } from '#modules/company/company-fields.ts'

import { fieldName } from './field-name.ts'

export type EditionRow = {
  edition: number
  made: string
  /** The names of the fields that differ from the edition before. */
  changed: string
  isShown: boolean
}

export type CompanyView = {
  /** The newest edition, which the form changes. */
  base: number
  fields: CompanyFields
  editions: EditionRow[]
}

/** The company details and their editions; undefined before the first start has kept one. */
export async function showCompany(): Promise<CompanyView | undefined> {
  const { editions: words } = translation().messages.office.company
  const editions = await listCompanyEditions()
  const [newest] = editions
  if (!newest) return undefined
  const nameOf = await nameActors(editions.map(({ madeBy }) => madeBy))
  return {
    base: newest.edition,
    fields: fieldsOf(newest.company),
    editions: editions.map(({ edition, company, backTo, madeBy, madeAt }, place) => {
      const before = editions[place + 1]
      const changed = before
        ? differingFields(fieldsOf(before.company), fieldsOf(company)).map(fieldName)
        : []
      return {
        edition,
        made: words.madeBy(nameOf(madeBy), shortMoment(madeAt)),
        changed: backTo === null ? changed.join(', ') || '–' : words.backTo(backTo),
        isShown: place === 0,
      }
    }),
  }
}
