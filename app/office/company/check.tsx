import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { differingFields, type CompanyFields } from '#modules/company/company-fields.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { fieldName } from './field-name.ts'
import type { CompanyView } from './view.server.ts'

type CheckProps = { view: CompanyView; after: CompanyFields }

/** Shows each change before it is saved. Its form sends the typed values again. */
export function Check({ view: { base, fields }, after }: CheckProps) {
  const { locale, messages } = translation()
  const { check, choices } = messages.office.company
  const say = (of: CompanyFields, name: keyof CompanyFields) => {
    return name === 'sellsOnBoard' ? choices[of[name] === 'yes' ? 'yes' : 'no'] : of[name]
  }
  return (
    <section id="check" className="card stack" aria-label={check.caption}>
      <DataTable
        caption={check.caption}
        columns={[
          { key: 'field', head: check.field, kind: 'name', cell: fieldName },
          { key: 'before', head: check.before, cell: (name) => say(fields, name) },
          { key: 'after', head: check.after, cell: (name) => say(after, name) },
        ]}
        rows={differingFields(fields, after)}
        rowKey={(name) => name}
        empty={check.nothing}
        address={localePath(locale, paths.officeCompany())}
      />
      <p className="soft">{check.where}</p>
      <ActForm intent="save" confirm="L2" className="stack">
        <input type="hidden" name="base" value={base} />
        {Object.entries(after).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ActButton kind="action">{check.save}</ActButton>
      </ActForm>
    </section>
  )
}
