import { TextField } from '#app/ui/field.tsx'
import { MAX_EMAIL_LENGTH } from '#platform/text/email.ts'

type TextProps = React.ComponentProps<typeof TextField>
type EmailProps = Omit<TextProps, 'name'> & { name?: string }

/** An email field. In login forms browsers recognise it by `username`. */
export function EmailInput({ name = 'email', ...rest }: EmailProps) {
  return (
    <TextField
      name={name}
      type="email"
      autoComplete="email"
      spellCheck={false}
      maxLength={MAX_EMAIL_LENGTH}
      required
      {...rest}
    />
  )
}
