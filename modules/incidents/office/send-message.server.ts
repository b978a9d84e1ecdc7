import {
  auditDecision,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { writeMessage } from '#modules/dispatch/messages.server.ts'
import { countHolders } from '#modules/incidents/incident/holders.server.ts'
import { TELL_NEWS } from '#modules/incidents/times/tell-news.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** The longest message: a few sentences. */
const MAX_MESSAGE_LENGTH = 450

type Message = Decision & {
  /** To those who board at this stop; to all without it. */
  position: number | null
  words: Record<Locale, string>
}

export type MessageOutcome =
  | { ok: true; bookings: number }
  | LockRefusal
  | { ok: false; reason: 'no-such-stop' }
  /** It is sent in every language or not at all. */
  | { ok: false; reason: 'language-missing'; locale: Locale }
  | { ok: false; reason: 'message-too-long'; locale: Locale; most: number }
  | { ok: false; reason: 'nobody-to-tell' }

/** Sends a message to everybody with a seat, or to those who board at one stop: one mail a booking. */
export async function sendMessage(message: Message): Promise<MessageOutcome> {
  const { departureId, position, words, by, now } = message
  for (const locale of LOCALES) {
    if (words[locale].trim() === '') return { ok: false, reason: 'language-missing', locale }
    if (words[locale].length > MAX_MESSAGE_LENGTH) {
      return { ok: false, reason: 'message-too-long', locale, most: MAX_MESSAGE_LENGTH }
    }
  }
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, message)
    if (!locked.ok) return locked
    const { calls } = locked.departure
    if (position !== null && !calls.some((call) => call.position === position)) {
      return { ok: false, reason: 'no-such-stop' } as const
    }
    const { bookings } = await countHolders(departureId, { position, tx })
    if (bookings === 0) return { ok: false, reason: 'nobody-to-tell' } as const
    await writeMessage(tx, { departureId, position, words, by, now })
    await auditDecision(tx, message, { action: 'message', after: { position, words } })
    await enqueueJob(tx, TELL_NEWS, {})
    return { ok: true, bookings } as const
  })
}
