import { translation } from '#app/i18n/translation.ts'
import { TextField } from '#app/ui/field.tsx'

type PasswordFieldProps = {
  /** Its id too, so it is the only one of that name in the page. */
  name: string
  label: string
  hint?: string
  error?: string | undefined
  /** Tells a keeper of passwords whether to fill in the one it knows or to suggest another. */
  autoComplete: 'current-password' | 'new-password'
}

/** Can be pasted into; what was typed can be shown where script runs (live/log-in.js). */
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
