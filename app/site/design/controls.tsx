import { Button, LinkButton } from '#app/ui/button.tsx'
import { Choice, Segments } from '#app/ui/choice.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { DateField, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Details } from '#app/ui/parts.tsx'

import { Specimen } from './specimen.tsx'

export function Buttons() {
  return (
    <Specimen title="Buttons">
      <p className="row">
        <Button type="button" kind="action">
          The one action
        </Button>
        <Button type="button">Secondary</Button>
        <Button type="button" kind="quiet">
          Quiet
        </Button>
        <LinkButton href="#top">
          <Icon name="download" />
          Link
        </LinkButton>
      </p>
      <p className="row">
        <Button type="button" kind="action" isBusy>
          Busy
        </Button>
        <Button type="button" kind="action" disabled>
          Disabled
        </Button>
        <Button type="button" disabled>
          Disabled
        </Button>
        <Button type="button" kind="quiet" disabled>
          Disabled
        </Button>
      </p>
      <Button type="button" kind="action" wide>
        As wide as its place: «Πληρωμή τώρα»
      </Button>
    </Specimen>
  )
}

/** @param name the prefix of the field ids, since the fields appear once for each scheme */
export function Fields({ name }: { name: string }) {
  return (
    <Specimen title="Fields">
      <div className="field-list">
        <TextField label="Name" name={`${name}-name`} autoComplete="off" />
        <TextField label="With a hint" name={`${name}-hint`} hint="Where the tickets go." />
        <TextField
          label="With an error"
          name={`${name}-error`}
          defaultValue="anna@example"
          error="Enter an e-mail address, such as anna@example.com"
        />
        <TextField
          label="With both"
          name={`${name}-both`}
          hint="Eight letters and digits."
          error="Enter the booking reference"
        />
        <TextField label="Disabled" name={`${name}-disabled`} defaultValue="Anna" disabled />
        <DateField label="Date" name={`${name}-date`} defaultValue="2026-12-04" />
        <SelectField label="Choice of many" name={`${name}-select`} defaultValue="LCA">
          <option value="LCA">Larnaca Airport</option>
          <option value="PFO">Paphos Airport</option>
        </SelectField>
        <SelectField label="Disabled" name={`${name}-select-disabled`} disabled>
          <option>Larnaca Airport</option>
        </SelectField>
        <TextArea label="Message" name={`${name}-message`} defaultValue="A few lines." />
        <TextArea label="With an error" name={`${name}-text`} error="Write a message" />
      </div>
    </Specimen>
  )
}

export function Choices({ name }: { name: string }) {
  return (
    <Specimen title="Choices">
      <Choice type="checkbox" name={`${name}-terms`}>
        I accept the <a href="#top">terms and conditions</a>
      </Choice>
      <Choice type="checkbox" name={`${name}-checked`} defaultChecked>
        Chosen
      </Choice>
      <Choice type="checkbox" name={`${name}-disabled`} disabled>
        Disabled
      </Choice>
      <div className="stack">
        <Choice type="radio" name={`${name}-bus`} framed defaultChecked>
          <strong>09:30</strong> in a frame, chosen
        </Choice>
        <Choice type="radio" name={`${name}-bus`} framed>
          <strong>11:00</strong> in a frame
        </Choice>
        <Choice type="radio" name={`${name}-bus`} framed disabled>
          <strong>12:30</strong> in a frame, sold out
        </Choice>
      </div>
      <Segments
        name={`${name}-way`}
        legend="Way"
        chosen="one-way"
        options={[
          { value: 'one-way', label: 'One way' },
          { value: 'return', label: 'Return' },
        ]}
      />
    </Specimen>
  )
}

/** It takes the focus when it appears, so here it is closed behind a summary. */
export function Errors({ name }: { name: string }) {
  const problems = [
    { fieldId: `${name}-error`, sentence: 'Enter an e-mail address, such as anna@example.com' },
    { fieldId: `${name}-text`, sentence: 'Write a message' },
  ]
  return (
    <Specimen title="Error summary">
      <Details summary="Show it">
        <ErrorSummary title="There is a problem" problems={problems} />
      </Details>
    </Specimen>
  )
}
