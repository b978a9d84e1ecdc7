import { translation } from '#app/i18n/translation.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'
import type { IncidentKind } from '#modules/incidents/incident/incident-states.ts'
import {
  MAX_REASON_LENGTH,
  sayUsual,
  USUAL_REASONS,
  usualOf,
  type ToldReason,
} from '#modules/incidents/incident/told-reason.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

import { errorAt, type RefusedForm } from './refused-form.ts'

type ToldReasonProps = {
  kind: IncidentKind
  /** The form, if it was refused: it keeps what was chosen and typed. */
  refused: RefusedForm | undefined
  /** The reason that is told now, in a form that changes it. */
  present?: ToldReason | null
  /** Where and when passengers read it; without this, at once and everywhere. */
  hint?: string
}

/** A usual reason of this kind of incident, own words instead, and all that passengers may read. */
export function ToldReasonFields({ kind, refused, present = null, hint }: ToldReasonProps) {
  const words = translation().messages.office.incidents.toldReason
  const usual = present ? usualOf(present, kind) : undefined
  const own = present && !usual ? present : undefined
  const typed: Record<string, string | undefined> = refused
    ? refused.typed
    : { told: usual, ...namesOf(own) }
  const otherwise = usual ? null : own ? words.asWritten : words.none
  const isWritten = LOCALES.some((one) => typed[nameOf(one)])
  return (
    <>
      <UsualReasonField
        kind={kind}
        hint={hint ?? words.hint}
        chosen={typed['told']}
        otherwise={otherwise}
      />
      <Details summary={words.read}>
        <ul className="stack soft small">
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
              defaultValue={typed[nameOf(one)]}
              error={errorAt(refused, nameOf(one))}
            />
          ))}
        </div>
      </Details>
    </>
  )
}

type UsualProps = {
  /** By default the name of the field; if a page has two, one needs another id. */
  id?: string
  kind: IncidentKind
  hint: string
  chosen?: string | undefined
  /** The words for choosing none of them, by default “no reason”; null: there is no such option. */
  otherwise?: string | null
}

/** One of the usual reasons of this kind of incident, or none. */
export function UsualReasonField({ id = 'told', kind, hint, chosen, otherwise }: UsualProps) {
  const { locale, messages } = translation()
  const words = messages.office.incidents.toldReason
  return (
    <SelectField id={id} name="told" label={words.reason} hint={hint} defaultValue={chosen}>
      {otherwise !== null && <option value="">{otherwise ?? words.none}</option>}
      {USUAL_REASONS[kind].map((reason) => (
        <option key={reason} value={reason}>
          {sayUsual(reason)[locale]}
        </option>
      ))}
    </SelectField>
  )
}

/** The reason that passengers are told now. */
export function ReasonNow({ words }: { words: ToldReason }) {
  const { told } = translation().messages.office.incidents.toldReason
  return (
    <div>
      <p className="soft small">{told}</p>
      <InEachLanguage words={words} />
    </div>
  )
}

/** The same words in every language, one below the other. */
function InEachLanguage({ words }: { words: ToldReason }) {
  return LOCALES.map((locale) => (
    <div key={locale} lang={locale}>
      {words[locale]}
    </div>
  ))
}

/** Own words by the names of their fields. */
function namesOf(own: ToldReason | undefined): Record<string, string> {
  return own ? Object.fromEntries(LOCALES.map((one) => [nameOf(one), own[one]])) : {}
}

function nameOf(locale: string): string {
  return `told-${locale}`
}
