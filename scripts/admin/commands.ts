import { parseArgs } from 'node:util'

import type { Actor } from '#platform/actor.ts'

import type { Command } from './command.ts'
import { personCommands } from './people.ts'
import { ticketKeyCommands } from './ticket-keys.ts'
import { unknownPaymentCommands } from './unknown-payments.ts'

/** What no page of the office does: after a restore, for keys, and for people without an account. */
const COMMANDS: Record<string, Command> = {
  ...unknownPaymentCommands,
  ...personCommands,
  ...ticketKeyCommands,
}

/** The command that these words name; undefined if an argument is missing or malformed. */
export function findCommand(words: readonly string[]): (() => Promise<number>) | undefined {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false,
    options: { by: { type: 'string' }, reason: { type: 'string' } },
  })
  const [name, command] =
    Object.entries(COMMANDS).find(([one]) => startsWith(positionals, one)) ?? []
  const [what = ''] = positionals.slice(name?.split(' ').length)
  const [signature = '', reason = ''] = [values.by, values.reason].map((one) =>
    String(one ?? '').trim(),
  )
  const by: Actor = { kind: 'admin', name: signature }
  if (!command || (command.what && !command.what.test(what))) return undefined
  if (command.isDecision && !(signature && reason)) return undefined
  return () => command.run({ what, by, reason })
}

function startsWith(words: readonly string[], name: string): boolean {
  return name.split(' ').every((word, place) => words[place] === word)
}

export function listCommands(): string {
  const lines = Object.entries(COMMANDS).map(([name, { takes, isDecision, does }]) => {
    const signed = isDecision ? ' --by <name> --reason "<why>"' : ''
    return `  npm run admin -- ${name} ${takes}${signed}\n      ${does}`
  })
  return `Usage:\n${lines.join('\n')}`
}
