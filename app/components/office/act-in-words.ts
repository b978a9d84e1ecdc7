import { translation } from '#app/i18n/translation.ts'

/** The act that an entry of the audit records, in words, without its actor. */
export function actInWords({ subject, action }: { subject: string; action: string }): string {
  const { actions } = translation().messages.office.audit
  const [kind = ''] = subject.split(/[:/]/, 1)
  return actions[`${kind} ${action}`] ?? actions[action] ?? action
}

/** The reason of an entry: that of a program in the language of the page, that of a person as typed. */
export function reasonInWords(reason: string): string {
  return translation().messages.office.audit.reasons[reason] ?? reason
}
