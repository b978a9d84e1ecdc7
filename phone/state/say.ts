import { isUnlisted, type PackedTicket } from '#modules/boarding/package/package.ts'
import type { Tone } from '#modules/boarding/package/verdict.ts'

import type { Phone } from './phone.ts'
import type { Answer } from './state.ts'

type Shown = { tone: Tone; ticket?: PackedTicket | null; answers?: readonly Answer[] }

/** Shows a verdict, without a sound. */
export function show(phone: Phone, words: string, { tone, ticket, answers = [] }: Shown): void {
  const party = ticket ? [ticket.leader, !isUnlisted(ticket) && ticket.number] : []
  phone.tell({ is: 'said', tone, words, party: party.filter(Boolean).join(' · '), answers })
}

/** Shows and sounds the words for anything else that was read. */
export function announce(
  phone: Phone,
  words: string,
  tone: Tone,
  answers: readonly Answer[] = [],
): void {
  show(phone, words, { tone, answers })
  phone.world.signal(tone)
}
