import { parseArgs } from 'node:util'

import { inviteOwner, resetFactors } from '#modules/staff/access/break-glass.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { openDatabaseForCommand } from '#platform/database/site-database.server.ts'
import { db } from '#platform/db.server.ts'
import { stopEnqueueing } from '#platform/jobs/jobs.server.ts'
import { env, leaveIfUnset, siteOrigin } from '#platform/settings/env.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'

import { JOBS } from '../jobs.ts'
import { moment } from './admin/command.ts'

/* npm run staff: the first owner, and members who have lost their factors. It prints a link once. */

const USAGE = `npm run staff -- invite-owner <email> --name <name> --by <you> --reason <why>
npm run staff -- reset-factor <email> --by <you> --reason <why>`

type Typed = { email: string; name: string; by: string; reason: string }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string' }, by: { type: 'string' }, reason: { type: 'string' } },
})
const [command = '', email = ''] = positionals
const typed = {
  email,
  name: values.name ?? email,
  by: values.by ?? '',
  reason: values.reason ?? '',
}
const isComplete = email !== '' && /^[\w.-]+$/.test(typed.by) && typed.reason !== ''
const run = { 'invite-owner': invite, 'reset-factor': reset }[command]
if (run && isComplete) {
  process.exitCode = await withDatabase(() => run(typed)).catch(leaveIfUnset)
} else {
  console.error(USAGE)
  process.exitCode = 2
}

async function invite({ email: address, name, by, reason }: Typed): Promise<number> {
  const actor = { kind: 'admin', name: by } as const
  const outcome = await inviteOwner({ email: address, name, by: actor, reason, now: now() })
  if (!outcome.ok) return refuse(outcome.reason)
  console.log(`The link, for 72 hours and one use:\n${linkOf(outcome.token)}`)
  return 0
}

async function reset({ email: address, by, reason }: Typed): Promise<number> {
  const actor = { kind: 'admin', name: by } as const
  const outcome = await resetFactors({ email: address, by: actor, reason, now: now() })
  if (!outcome.ok) return refuse(outcome.reason)
  console.log(`The link, from ${moment(outcome.usableFrom)} for 72 hours and one use:`)
  console.log(linkOf(outcome.token))
  return 0
}

function linkOf(token: string): string {
  return siteOrigin() + paths.officeInvitation(token)
}

function refuse(reason: string): number {
  console.error(`Nothing was done: ${reason}.`)
  return 1
}

async function withDatabase(work: () => Promise<number>): Promise<number> {
  const database = await openDatabaseForCommand(env().DATA_DIR)
  try {
    await prepareDatabase(
      database,
      JOBS.map(({ job }) => job),
    )
    return await work()
  } finally {
    await stopEnqueueing()
    await db.destroy()
    await database.stop()
  }
}
