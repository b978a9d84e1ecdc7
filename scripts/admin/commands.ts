import { parseArgs } from 'node:util'

import type { Actor } from '#platform/actor.ts'

import type { Command, Typed } from './command.ts'
import { departureCommands } from './departures.ts'
import { paymentCommands } from './payments.ts'
import { personCommands } from './people.ts'
import { refundCommands } from './refunds.ts'
import { settlementCommands } from './settlement.ts'
import { ticketKeyCommands } from './ticket-keys.ts'

const COMMANDS: Record<string, Command> = {
  ...departureCommands,
  ...paymentCommands,
  ...personCommands,
  ...refundCommands,
  ...settlementCommands,
  ...ticketKeyCommands,
}

/** The command that these words name; undefined if an argument is missing or malformed. */
export function findCommand(words: readonly string[]): (() => Promise<number>) | undefined {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false,
    options: {
      by: { type: 'string' },
      reason: { type: 'string' },
      'write-off': { type: 'boolean' },
    },
  })
  const [name, command] =
    Object.entries(COMMANDS).find(([one]) => startsWith(positionals, one)) ?? []
  const [what = '', outcome = ''] = positionals.slice(name?.split(' ').length)
  const [signature = '', reason = ''] = [values.by, values.reason].map((one) =>
    String(one ?? '').trim(),
  )
  const by: Actor = { kind: 'admin', name: signature }
  const typed = { what, outcome, by, reason }
  if (!command || !fits(command, typed) || (command.isDecision && !(signature && reason)))
    return undefined
  return () => command.run({ ...typed, writesOff: values['write-off'] === true })
}

function startsWith(words: readonly string[], name: string): boolean {
  return name.split(' ').every((word, place) => words[place] === word)
}

function fits({ what, outcome }: Command, typed: Pick<Typed, 'what' | 'outcome'>): boolean {
  return (!what || what.test(typed.what)) && (!outcome || outcome.test(typed.outcome))
}

export function listCommands(): string {
  const lines = Object.entries(COMMANDS).map(([name, { takes, isDecision, does }]) => {
    const signed = isDecision ? ' --by <name> --reason "<why>"' : ''
    return `  npm run admin -- ${name} ${takes}${signed}\n      ${does}`
  })
  return `Usage:\n${lines.join('\n')}`
}
