import { attributes } from '#app/live/contract.ts'
import type { PasskeyButton as Names, PasskeyWish } from '#app/live/passkey.ts'
import script from '#app/live/passkey.ts?worker&url'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field.tsx'

type PasskeyButtonProps = {
  asked: PasskeyWish
  label: string
  /** The sentence if the browser gives none. */
  failed: string
}

/** Asks for a passkey and sends the form around it. Hidden without script. */
export function PasskeyButton({ asked, label, failed }: PasskeyButtonProps) {
  return (
    <div className="passkey stack">
      <input type="hidden" name={asked.member ? 'registration' : 'assertion'} />
      <Button type="button" hidden {...attributes<Names>({ passkey: JSON.stringify(asked) })}>
        {label}
      </Button>
      <div role="alert" hidden>
        <FieldError>{failed}</FieldError>
      </div>
      <script src={script} type="module" async />
    </div>
  )
}
