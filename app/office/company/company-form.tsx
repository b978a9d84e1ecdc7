import { ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import {
  MAX_FACT_LENGTH,
  MAX_NETWORKS,
  type CompanyField,
} from '#modules/company/company-fields.ts'
import { LOCALES } from '#platform/locale.ts'

import { fieldName } from './field-name.ts'
import type { CompanyView } from './view.server.ts'

type FormProps = { view: CompanyView; answer: Refused | undefined; mayEdit: boolean }

/** The company details. Staff who may not change them read them in the same fields. */
export function CompanyForm({ view, answer, mayEdit }: FormProps) {
  const words = translation().messages.office.company
  const typed = answer && answer.intent !== 'restore' ? answer.typed : undefined
  const text = (name: CompanyField) => ({
    name,
    label: fieldName(name),
    defaultValue: typed ? typed[name] : view.fields[name],
    error: answer?.problems.find(({ fieldId }) => fieldId === name)?.sentence,
    autoComplete: 'off',
    readOnly: !mayEdit,
  })
  const line = (name: CompanyField) => ({ ...text(name), maxLength: MAX_FACT_LENGTH })
  return (
    <ActForm intent="check" className="card stack" aria-label={words.title}>
      <TextField {...line('name')} />
      <TextField {...line('shortName')} hint={words.hints.shortName} />
      <TextField {...line('legalName')} hint={words.hints.legalName} />
      <TextField {...line('foundedIn')} inputMode="numeric" />
      <TextField {...line('companyNumber')} />
      <TextField {...line('vatNumber')} />
      <TextField {...line('licence')} />
      {LOCALES.map((locale) => (
        <TextField key={locale} {...line(`address-${locale}`)} lang={locale} />
      ))}
      <TextField {...line('email')} type="email" hint={words.hints.email} />
      <TextField {...line('phone')} type="tel" />
      <div className="row">
        <TextField {...text('hoursFrom')} type="time" />
        <TextField {...text('hoursUntil')} type="time" />
      </div>
      <TextArea {...text('networks')} rows={4} hint={words.hints.networks(MAX_NETWORKS)} />
      <Choice
        type="checkbox"
        id="sellsOnBoard"
        name="sellsOnBoard"
        value="yes"
        defaultChecked={text('sellsOnBoard').defaultValue === 'yes'}
        disabled={!mayEdit}
      >
        {words.fields.sellsOnBoard}
      </Choice>
      {mayEdit && (
        <p>
          <Button>{words.check.show}</Button>
        </p>
      )}
    </ActForm>
  )
}
