import {
  listTicketKeys,
  renewTicketKey,
  retireTicketKey,
} from '#modules/tickets/ticket-keys.server.ts'
import { now } from '#platform/clock.server.ts'

import { moment, refuse, type Command, type Typed } from './command.ts'

export const ticketKeyCommands: Record<string, Command> = {
  'ticket-key list': {
    takes: '',
    does: 'lists the keys whose codes count, and since when each signs',
    run: list,
  },
  'ticket-key renew': {
    takes: '',
    does: 'makes a key that signs from now on; codes of older keys still count',
    isDecision: true,
    run: renew,
  },
  'ticket-key retire': {
    takes: '<number>',
    does: 'ends a key that others may know: its codes prove nothing any more',
    what: /^\d{1,3}$/,
    isDecision: true,
    run: retire,
  },
}

async function list(): Promise<number> {
  for (const { keyId, signsFrom, goodUntil } of await listTicketKeys(now())) {
    const [from, until] = [signsFrom, goodUntil].map((at) =>
      moment(Temporal.Instant.fromEpochMilliseconds(at)),
    )
    console.log(`${keyId}  signs from ${from}; its codes count until ${until}`)
  }
  return 0
}

async function renew({ by, reason }: Typed): Promise<number> {
  await renewTicketKey({ by, reason, now: now() })
  console.log('A new key signs from now on; each process takes it within five minutes.')
  return 0
}

async function retire({ what, by, reason }: Typed): Promise<number> {
  const outcome = await retireTicketKey(Number(what), { by, reason, now: now() })
  if (!outcome.ok) return refuse({ 'no-such-key': () => 'there is no such key' }, outcome)
  console.log('It is retired. Its tickets count as far as they are listed.')
  return 0
}
