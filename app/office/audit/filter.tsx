import { translation } from '#app/i18n/translation.ts'
import { DateField, SelectField, TextField } from '#app/ui/field.tsx'
import { FilterBar } from '#app/ui/filter-bar.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { AuditView } from './view.ts'

export function Filter({ view }: { view: AuditView }) {
  const { locale, messages } = translation()
  const { audit } = messages.office
  const { filter, people } = view
  const here = localePath(locale, paths.officeAudit())
  return (
    <FilterBar
      action={here}
      summary={audit.filter}
      submit={audit.show}
      clear={filter.isSet ? { href: here, text: audit.showAll } : undefined}
    >
      <SelectField label={audit.who} name="who" defaultValue={filter.who}>
        <option value="">{audit.anybody}</option>
        {people.map(({ staffId, name }) => (
          <option key={staffId} value={staffId}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={audit.kind} name="kind" defaultValue={filter.kind}>
        <option value="">{audit.anyKind}</option>
        {Object.entries(audit.kinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={audit.subject}
        name="subject"
        defaultValue={filter.subject}
        placeholder={audit.subjectHint}
        autoComplete="off"
      />
      <DateField label={audit.from} name="from" defaultValue={filter.from} />
      <DateField label={audit.until} name="until" defaultValue={filter.until} />
      <TextField label={audit.word} name="word" defaultValue={filter.word} autoComplete="off" />
    </FilterBar>
  )
}
