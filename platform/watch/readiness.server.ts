import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

import type { Leaving } from '#platform/cluster/messages.ts'
import { openSpareLine } from '#platform/db.server.ts'

/** The time for which its answer counts. */
const MILLISECONDS_KEPT = 1000
/** Time limit for requests under way when the port closes: the longest that any of them may take. */
const SECONDS_FOR_THE_LAST = 8
const LOOK_MILLISECONDS = 50
/** A standby that cannot be written sells nothing. */
const QUESTION = 'select 1 where not pg_is_in_recovery()'

let isLeaving = false
let line: Pool | undefined
let asked: Promise<boolean> | undefined

/** Whether a proxy should send visitors here: not while the process is ending, nor without database. */
export async function isReady(): Promise<boolean> {
  return !isLeaving && (await isDatabaseThere())
}

/**
 * Asked at most once a second, on a connection of its own, since visitors may be using all others, which is
 * opened and given up as theirs are: a database that they cannot reach is none.
 */
function isDatabaseThere(): Promise<boolean> {
  asked ??= askDatabase().finally(() => {
    setTimeout(() => (asked = undefined), MILLISECONDS_KEPT).unref()
  })
  return asked
}

async function askDatabase(): Promise<boolean> {
  line ??= openSpareLine()
  const client = await line.connect().catch(() => undefined)
  const answer = await client?.query(QUESTION).catch(() => undefined)
  const isThere = answer?.rowCount === 1
  // One that leads to a standby is not asked again: the next may lead to its successor.
  client?.release(!isThere)
  return isThere
}

/**
 * Ends the service of a server without dropping a request: from now on `isReady` says no and each
 * response closes its connection; then the port closes, and requests under way are finished.
 */
export async function drain(server: Server, { seconds, hurry }: Leaving): Promise<void> {
  isLeaving = true
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  await pause(seconds * 1000, undefined, { signal: hurry }).catch(() => {})

  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SECONDS_FOR_THE_LAST * 1000)
  // A connection whose response began before all this becomes idle, and would stay open.
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_MILLISECONDS)
  server.close(() => resolve())
  server.closeIdleConnections()
  await isOver
  clearTimeout(timer)
  clearInterval(looking)
}
