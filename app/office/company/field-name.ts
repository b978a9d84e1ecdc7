import { translation } from '#app/i18n/translation.ts'
import type { CompanyField } from '#modules/company/company-fields.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

/** A field by the name that its form gives it. */
export function fieldName(field: CompanyField): string {
  const { fields, address } = translation().messages.office.company
  const locale = LOCALES.find((one) => field === `address-${one}`)
  return locale ? address(LANGUAGES[locale].name) : fields[field as keyof typeof fields]
}
