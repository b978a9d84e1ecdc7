import { createContext, useContext } from 'react'

import { translation } from '#app/i18n/translation.ts'
import type { Level } from '#app/permissions.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { useOffice } from './office-view.ts'
import { useOwnAddress } from './own-address.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { useAct } from './use-act.ts'

type ActFormProps = Omit<React.ComponentProps<'form'>, 'method'> & {
  /** The act, as permissions.ts names it. */
  intent: string
  /** The number of audit entries of the subject shown (countEntries), if the act compares it. */
  seen?: number
  /** The confirmation that permissions.ts asks for. */
  confirm?: Level
  /**
   * With script, on a page that hydrates, the act is carried out without leaving the page; called with
   * the value of the pressed button.
   */
  onDone?: (value: string) => void
}

/** The id of the field for the code, in a form whose act needs one. */
const CodeId = createContext<string | undefined>(undefined)

/**
 * The form of an act. It carries a key of its own, so that it can be sent twice and is carried out
 * once. Its ActButton asks for a code if the act needs one; without that button the office asks on
 * a page of its own.
 */
export function ActForm({ intent, seen, confirm, onDone, children, ...rest }: ActFormProps) {
  const office = useOffice()
  const here = useOwnAddress()
  const { once, send } = useAct(onDone)
  const asksForCode = confirm === 'L2' || (confirm === 'L1' && !office?.isConfirmed)
  return (
    <form method="post" action={here} noValidate onSubmit={send} {...rest}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="once" value={once} suppressHydrationWarning />
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      <CodeId value={asksForCode ? `code-${intent}` : undefined}>{children}</CodeId>
    </form>
  )
}

/** The button that sends the form of an act, after the field for the code if the act needs one. */
export function ActButton(props: React.ComponentProps<typeof Button>) {
  const codeId = useContext(CodeId)
  return (
    <>
      {codeId && <CodeField id={codeId} />}
      <Button {...props} />
    </>
  )
}

/** The field for the code, with the code itself in a demonstration, and a button for a passkey. */
export function CodeField({ id = 'code', error }: { id?: string; error?: string | undefined }) {
  const { shell } = translation().messages.office
  const office = useOffice()
  const code = office?.demonstrationCode
  return (
    <>
      <TextField
        id={id}
        name="code"
        label={shell.code}
        hint={code ? shell.demonstrationCode(code) : shell.codeHint}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      {office?.passkey && (
        <PasskeyButton
          asked={office.passkey}
          label={shell.usePasskey}
          failed={shell['passkey-refused']}
        />
      )}
    </>
  )
}
