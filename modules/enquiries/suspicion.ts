/** Seconds below which only a program fills in a form. */
export const MIN_SECONDS = 3
/** A question about a bus rarely has more links. */
export const MAX_LINKS = 2

/** Reasons to suspect that a program sent a form. A suspected message is still kept. */
export type Suspicion = 'hidden-field' | 'too-fast' | 'no-stamp' | 'many-links'

type SentForm = {
  /** The contents of the field that people do not see. */
  hidden: string
  /** Seconds since the form was shown; undefined without a valid stamp. */
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
