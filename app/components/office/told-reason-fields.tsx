import { translation } from '#app/i18n/translation.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'
import type { IncidentKind } from '#modules/incidents/incident-states.ts'
import {
  MAX_REASON_LENGTH,
  sayUsual,
  USUAL_REASONS,
  type ToldReason,
} from '#modules/incidents/told-reason.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

import { errorAt, type RefusedForm } from './refused-form.ts'

type ToldReasonProps = {
  kind: IncidentKind
  /** The form, if it was refused: it keeps what was chosen and typed. */
  refused: RefusedForm | undefined
}

/** A usual reason of this kind of incident, own words instead, and all that passengers may read. */
export function ToldReasonFields({ kind, refused }: ToldReasonProps) {
  const { locale, messages } = translation()
  const words = messages.office.incidents.toldReason
  const isWritten = LOCALES.some((one) => refused?.typed[nameOf(one)])
  return (
    <>
      <SelectField
        name="told"
        label={words.reason}
        hint={words.hint}
        defaultValue={refused?.typed['told']}
      >
        <option value="">{words.none}</option>
        {USUAL_REASONS[kind].map((reason) => (
          <option key={reason} value={reason}>
            {sayUsual(reason)[locale]}
          </option>
        ))}
      </SelectField>
      <Details summary={words.read}>
        <ul className="soft small">
          {USUAL_REASONS[kind].map((reason) => (
            <li key={reason}>
              <InEachLanguage words={sayUsual(reason)} />
            </li>
          ))}
        </ul>
      </Details>
      <Details summary={words.own} open={isWritten}>
        <div className="stack">
          <p className="soft small">{words.ownHint(MAX_REASON_LENGTH)}</p>
          {LOCALES.map((one) => (
            <TextField
              key={one}
              name={nameOf(one)}
              label={words.words(LANGUAGES[one].name)}
              lang={one}
              maxLength={MAX_REASON_LENGTH}
              defaultValue={refused?.typed[nameOf(one)]}
              error={errorAt(refused, nameOf(one))}
            />
          ))}
        </div>
      </Details>
    </>
  )
}

/** The same words in every language, one below the other. */
export function InEachLanguage({ words }: { words: ToldReason }) {
  return LOCALES.map((locale) => (
    <div key={locale} lang={locale}>
      {words[locale]}
    </div>
  ))
}

function nameOf(locale: string): string {
  return `told-${locale}`
}
