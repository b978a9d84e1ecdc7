/** Faster than this nobody fills in a form; a program does. */
export const MIN_SECONDS = 3
/** More links than this are rarely part of a question about a bus. */
export const MAX_LINKS = 2

/** Why a form asks whether a person sends it. Nothing is thrown away for any of these. */
export type Suspicion = 'hidden-field' | 'too-fast' | 'no-stamp' | 'many-links'

type SentForm = {
  /** What stands in the field that people do not see. */
  hidden: string
  /** Since the form was shown; nothing when it does not say so truthfully. */
  secondsOpen: number | undefined
  text: string
}

export function suspicionsOf({ hidden, secondsOpen, text }: SentForm): Suspicion[] {
  const found: (Suspicion | false)[] = [
    hidden !== '' && 'hidden-field',
    secondsOpen === undefined && 'no-stamp',
    secondsOpen !== undefined && secondsOpen < MIN_SECONDS && 'too-fast',
    countLinks(text) > MAX_LINKS && 'many-links',
  ]
  return found.filter((suspicion) => suspicion !== false)
}

function countLinks(text: string): number {
  return text.match(/https?:\/\/|\bwww\./gi)?.length ?? 0
}
