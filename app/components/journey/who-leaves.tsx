import { translation } from '#app/i18n/translation.ts'
import { SelectField } from '#app/ui/field.tsx'

import type { LeavingCounts } from './leaving.ts'

/** Asks how many passengers of each category leave a ride. */
export function WhoLeaves({ counts, wheelchair }: LeavingCounts) {
  const { cancel: sentences, common } = translation().messages
  return (
    <>
      <p>{sentences.part.who}</p>
      <div className="counts-grid">
        {counts.map(({ category, name, of, chosen }) => (
          <Count
            key={name}
            name={name}
            label={sentences.part.count(common.categories[category].field, of)}
            of={of}
            chosen={chosen}
          />
        ))}
        {wheelchair && (
          <Count
            name={wheelchair.name}
            label={sentences.part.wheelchair(wheelchair.of)}
            of={wheelchair.of}
            chosen={wheelchair.chosen}
          />
        )}
      </div>
    </>
  )
}

type CountProps = { name: string; label: string; of: number; chosen: number }

function Count({ name, label, of, chosen }: CountProps) {
  return (
    <SelectField name={name} label={label} defaultValue={chosen}>
      {Array.from({ length: of + 1 }, (_, count) => (
        <option key={count}>{count}</option>
      ))}
    </SelectField>
  )
}
