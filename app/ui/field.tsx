import { useId } from 'react'

import { Icon } from './icons.tsx'

type FieldProps = {
  label: React.ReactNode
  name: string
  hint?: React.ReactNode
  /** A sentence that says what to do. It marks the control, and is read out with it. */
  error?: string | undefined
  /** The target of links in an error summary; by default the name. */
  id?: string
}

type InputProps = FieldProps & Omit<React.ComponentProps<'input'>, keyof FieldProps>
type SelectProps = FieldProps & Omit<React.ComponentProps<'select'>, keyof FieldProps>
type TextAreaProps = FieldProps & Omit<React.ComponentProps<'textarea'>, keyof FieldProps>

/** A one-line input. `type` as in HTML: text, email, tel, number … */
export function TextField({ label, hint, error, id, ...rest }: InputProps) {
  const field = useField({ ...rest, hint, error, id })
  return (
    <Field label={label} {...field}>
      <input className="input" {...field.control} {...rest} />
    </Field>
  )
}

/** The native date picker: every phone has a good one, in the visitor's own language. */
export function DateField(props: InputProps) {
  return <TextField type="date" {...props} />
}

/** The native select, with its options as children. */
export function SelectField({ label, hint, error, id, children, ...rest }: SelectProps) {
  const field = useField({ ...rest, hint, error, id })
  return (
    <Field label={label} {...field}>
      <select className="input" {...field.control} {...rest}>
        {children}
      </select>
    </Field>
  )
}

export function TextArea({ label, hint, error, id, ...rest }: TextAreaProps) {
  const field = useField({ ...rest, hint, error, id })
  return (
    <Field label={label} {...field}>
      <textarea className="input" {...field.control} {...rest} />
    </Field>
  )
}

/** An error message beside its control. */
export function FieldError({ id, children }: { id?: string; children: React.ReactNode }) {
  return (
    <p className="error" id={id}>
      <Icon name="warning" />
      {children}
    </p>
  )
}

type Asked = {
  name: string
  hint?: React.ReactNode
  error?: string | undefined
  id?: string | undefined
}

function useField({ name, hint, error, id }: Asked) {
  const own = useId()
  const hintId = hint ? `${own}hint` : undefined
  const errorId = error ? `${own}error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ')
  const control = {
    id: id ?? name,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(error && { 'aria-invalid': true }),
  }
  return { control, hint, hintId, error, errorId }
}

type FrameProps = Omit<ReturnType<typeof useField>, 'name'> & {
  label: React.ReactNode
  children: React.ReactNode
}

function Field({ label, control, hint, hintId, error, errorId, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && <FieldError {...(errorId && { id: errorId })}>{error}</FieldError>}
      {children}
    </div>
  )
}
