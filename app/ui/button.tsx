/*
 * The design system: app/ui knows no buses, no data and no sentences; words come in as props. Each
 * component is a thin wrapper around classes of controls.css and parts.css, works without script,
 * and passes unknown props to its element. A page has one button of kind "action".
 */

type Kind = 'action' | 'secondary' | 'quiet'

type ButtonProps = React.ComponentProps<'button'> & { kind?: Kind; wide?: boolean }

/**
 * `isBusy` shows that the request is running; the button stays readable and ignores further clicks.
 */
export function Button({
  kind,
  wide,
  isBusy,
  type,
  ...rest
}: ButtonProps & { isBusy?: boolean | undefined }) {
  const busy = isBusy && ({ 'aria-busy': true, disabled: true } as const)
  return <button type={type ?? 'submit'} className={buttonClass(kind, wide)} {...busy} {...rest} />
}

type LinkButtonProps = React.ComponentProps<'a'> & { kind?: Kind; wide?: boolean }

/**
 * A link that looks like a button, because it leads to the next step. Expects the complete address.
 */
export function LinkButton({ kind, wide, children, ...rest }: LinkButtonProps) {
  return (
    <a className={buttonClass(kind, wide)} {...rest}>
      {children}
    </a>
  )
}

/** For links made elsewhere, such as PageLink. */
export function buttonClass(kind: Kind = 'secondary', wide = false): string {
  return ['button', `button-${kind}`, wide && 'button-wide'].filter(Boolean).join(' ')
}
