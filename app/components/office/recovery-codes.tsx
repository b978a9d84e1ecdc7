import { translation } from '#app/i18n/translation.ts'
import { TextField } from '#app/ui/field.tsx'

type RecoveryCodesProps = {
  offer: { codes: readonly string[]; sealed: string }
  error: string | undefined
}

/** Recovery codes, shown once, and the field for the one that is typed back. */
export function RecoveryCodes({ offer, error }: RecoveryCodesProps) {
  const { login } = translation().messages.office
  return (
    <>
      <p>{login.recoveryIntro}</p>
      <ul className="recovery-codes figures">
        {offer.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <input type="hidden" name="sealed" value={offer.sealed} />
      <TextField
        label={login.typeOne}
        name="recovery-code"
        autoComplete="off"
        spellCheck={false}
        error={error}
        required
      />
    </>
  )
}
