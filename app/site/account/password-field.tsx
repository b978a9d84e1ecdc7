import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import type { ShowButton } from '#app/live/log-in.ts'
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

/** Allows pasting; with script a button shows the typed password (live/log-in.ts). */
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
        {...attributes<ShowButton>({ label: account.hidePassword, text: account.hide })}
      >
        {account.show}
      </button>
    </div>
  )
}
