import { translation } from '#app/i18n/translation.ts'
import { SelectField, TextArea } from '#app/ui/field.tsx'
import { OVERRULE_CODES } from '#modules/orders/order/overrule.ts'
import { MIN_REASON_LETTERS } from '#modules/rules/rules.ts'

type OverruleFieldsProps = {
  /** The values typed before a refusal. */
  typed?: Readonly<Record<string, string>> | undefined
  errorOf: (fieldId: string) => string | undefined
}

/** Asks why a rule is overruled: the kind of reason, and a sentence for colleagues. */
export function OverruleFields({ typed = {}, errorOf }: OverruleFieldsProps) {
  const { overrule } = translation().messages.office.changes
  return (
    <>
      <SelectField
        name="overrule"
        label={overrule.code}
        defaultValue={typed['overrule'] ?? ''}
        error={errorOf('overrule')}
      >
        <option value="">{overrule.choose}</option>
        {OVERRULE_CODES.map((code) => (
          <option key={code} value={code}>
            {overrule.codes[code]}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="reason"
        label={overrule.reason}
        hint={overrule.reasonHint(MIN_REASON_LETTERS)}
        defaultValue={typed['reason'] ?? ''}
        error={errorOf('reason')}
        rows={3}
      />
    </>
  )
}
