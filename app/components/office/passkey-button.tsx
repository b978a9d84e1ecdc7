import script from '#app/live/passkey.js?url'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field.tsx'
import type { PasskeyRequest } from '#modules/staff/keys/passkey-request.ts'

/** The data for the script (live/passkey.js). */
type PasskeyView = PasskeyRequest & {
  /** The member for whom a passkey is made; without one, an existing passkey is asked for. */
  member?: { id: string; name: string; email: string; company: string }
}

type PasskeyButtonProps = {
  asked: PasskeyView
  label: string
  /** The sentence if the browser gives none. */
  failed: string
}

/** Asks for a passkey and sends the form around it. Hidden without script. */
export function PasskeyButton({ asked, label, failed }: PasskeyButtonProps) {
  return (
    <div className="passkey stack">
      <input type="hidden" name={asked.member ? 'registration' : 'assertion'} />
      <Button type="button" hidden data-passkey={JSON.stringify(asked)}>
        {label}
      </Button>
      <div role="alert" hidden>
        <FieldError>{failed}</FieldError>
      </div>
      <script src={script} type="module" async />
    </div>
  )
}
