import { ActForm } from '#app/components/office/act-form.tsx'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { DateField, TextField } from '#app/ui/field.tsx'
import { DRIVER_LANGUAGES } from '#modules/fleet/driver.ts'

import type { DriverView } from './view.server.ts'

type FormProps = { driver: DriverView; refused: Refused | undefined }

/** Languages, telephone and licence. A form that was refused still has what was typed. */
export function DetailsForm({ driver, refused }: FormProps) {
  const { drivers } = translation().messages.office
  const typed = typedFor(refused, 'save')
  return (
    <ActForm intent="save" seen={driver.seen} className="card stack">
      <fieldset>
        <legend className="label">{drivers.languagesHead}</legend>
        <div className="row">
          {DRIVER_LANGUAGES.map((language) => (
            <Choice
              key={language}
              type="checkbox"
              name={`language-${language}`}
              value="yes"
              defaultChecked={
                typed
                  ? typed[`language-${language}`] === 'yes'
                  : driver.languages.includes(language)
              }
            >
              {drivers.languages[language]}
            </Choice>
          ))}
        </div>
      </fieldset>
      <TextField
        name="phone"
        label={drivers.phone}
        hint={drivers.phoneHint}
        type="tel"
        autoComplete="off"
        defaultValue={typed?.['phone'] ?? driver.phone}
        error={errorAt(refused, 'phone')}
      />
      <DateField
        name="licence"
        label={drivers.licence}
        defaultValue={typed?.['licence'] ?? driver.licenceUntil}
        error={errorAt(refused, 'licence')}
      />
      <Button kind="action">{drivers.save}</Button>
    </ActForm>
  )
}

export function AbsenceForm({ driver, refused }: FormProps) {
  const { drivers } = translation().messages.office
  const typed = typedFor(refused, 'absent')
  return (
    <ActForm intent="absent" seen={driver.seen} className="card stack">
      <p>{drivers.absenceHint}</p>
      <DateField
        name="from"
        label={drivers.absentFrom}
        defaultValue={typed?.['from']}
        error={errorAt(refused, 'from')}
      />
      <DateField
        name="until"
        label={drivers.absentUntil}
        defaultValue={typed?.['until']}
        error={errorAt(refused, 'until')}
      />
      <Button>{drivers.addAbsence}</Button>
    </ActForm>
  )
}
