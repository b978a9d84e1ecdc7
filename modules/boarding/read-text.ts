import { digestOf, isCode } from './digest.ts'
import type { Read } from './find-ticket.ts'

const LAST_FOUR = /^[\da-z]{4}$/i
/** A reference as it is printed, with or without the numbers of ride and ticket. */
const REFERENCE = /^(?<reference>[\da-z]{8})(?:-\d{1,2}){0,2}$/i

/** What a scanner or a finger has entered, as what the rules of the door know. */
export async function readText(text: string): Promise<Read> {
  const typed = text.trim()
  if (typed === '') return { by: 'nothing' }
  if (LAST_FOUR.test(typed)) return { by: 'last-four', text: typed }
  const { reference } = REFERENCE.exec(typed)?.groups ?? {}
  if (reference) return { by: 'last-four', text: reference.slice(-4) }
  if (isCode(typed)) return { by: 'code', digest: await digestOf(typed) }
  return { by: 'strange-code' }
}
