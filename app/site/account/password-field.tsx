import { translation } from '#app/i18n/translation.ts'
import { TextField } from '#app/ui/field.tsx'

type PasswordFieldProps = {
  /** Also its id, so it must be unique on the page. */
  name: string
  label: string
  hint?: string
  error?: string | undefined
  /** Tells password managers whether to fill in the known password or suggest a new one. */
  autoComplete: 'current-password' | 'new-password'
}

/** Allows pasting; with script a button shows the typed password (live/log-in.js). */
export function PasswordField({ name, ...rest }: PasswordFieldProps) {
  const { account } = translation().messages
  return (
    <div className="password">
      <TextField type="password" name={name} spellCheck={false} required {...rest} />
      <button
        type="button"
        hidden
        aria-controls={name}
        aria-label={account.showPassword}
        data-label={account.hidePassword}
        data-text={account.hide}
      >
        {account.show}
      </button>
    </div>
  )
}
