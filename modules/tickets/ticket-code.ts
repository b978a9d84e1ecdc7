import { toBase45 } from './base45.ts'
import { FACTS_BYTES, packFacts, type TicketFacts } from './ticket-facts.ts'

/*
 * The content of a ticket's QR. A signed code contains what its ticket is good for, so that a
 * ticket bought a second ago is known where there is no network. It names the code under which the
 * ticket is listed as well, and the list decides whenever it knows the ticket.
 *
 * "H1", and in base45: the number of the key, the facts, and an Ed25519 signature of all before it. With
 * that a QR at level M has 41 dots a side, and not one character more would fit.
 */

export const VERSION = 'H1'
export const SIGNATURE_BYTES = 64
export const SIGNED_BYTES = 1 + FACTS_BYTES

/** The text of a signed code. `sign` returns the Ed25519 signature of what it is given. */
export function writeSignedCode(
  facts: TicketFacts,
  { keyId, sign }: { keyId: number; sign: (message: Uint8Array) => Uint8Array },
): string {
  const payload = Uint8Array.of(keyId, ...packFacts(facts))
  const signature = sign(messageOf(payload))
  return VERSION + toBase45(Uint8Array.of(...payload, ...signature))
}

/** With the version, so that a signature for another form never counts for this one. */
export function messageOf(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...new TextEncoder().encode(VERSION), ...payload)
}
