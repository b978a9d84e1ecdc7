import {
  describeSettlement,
  listSettlement,
} from '#modules/bookkeeping/settlement/settlement-mail.server.ts'

import type { Command } from './command.ts'

export const settlementCommands: Record<string, Command> = {
  settlement: {
    takes: '<date>',
    does: 'compares the ledger of a day with the providers',
    what: /^\d{4}-\d\d-\d\d$/,
    run: ({ what }) => show(Temporal.PlainDate.from(what)),
  },
}

async function show(day: Temporal.PlainDate): Promise<number> {
  const reports = await listSettlement(day)
  if (reports.length === 0) {
    console.error('There is no report for that day. Each morning one is made for the day before.')
    return 1
  }
  for (const line of describeSettlement(reports)) console.log(line)
  return reports.every(({ state }) => state === 'agrees') ? 0 : 1
}
