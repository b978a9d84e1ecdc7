import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'

/*
 * Statements that are sent again and again have names, so that each connection has them read once and
 * the database may keep their plans: reading and planning is half of what it does for an order.
 */

/** A name takes memory of every connection, and a statement that is sent once gains nothing by it. */
const SENDINGS_WITHOUT_NAME = 1
const MAX_NAMES = 500
/** Texts are of our code, but each length of a list makes another one. */
const MAX_TEXTS = 5000
const NAME_LENGTH = 24

/** A table has other columns than when the statement was named, as after a migration. */
const OTHER_ANSWER = 'cached plan must not change result type'
/** SQLSTATE: no such name, or one that is taken. A pooler that we were not told of gives us other connections. */
const LOST = new Set(['26000', '42P05'])

type Ask = (...asked: unknown[]) => unknown

const sendings = new Map<string, number>()
const names = new Map<string, string>()
/** Part of each name, so that all are new after a migration. */
let generation = 1
let areNamesKept = true

/** Names the statements of a connection, which leads to the database itself and not to a pooler. */
export function nameStatements(client: PoolClient): void {
  const ask = client.query.bind(client) as Ask
  let isInTransaction = false
  const askByName = async (name: string, text: string, values: unknown[]) => {
    // The commit may be sent before this is answered.
    const wasInTransaction = isInTransaction
    try {
      return await ask({ name, text, values })
    } catch (error) {
      if (!isOfName(error)) throw error
      forgetName(name, error)
      // The database has undone the transaction, which may run again.
      if (wasInTransaction) throw error
      return ask(text, values)
    }
  }
  client.query = ((...asked: unknown[]) => {
    const [text, values] = asked
    if (typeof text !== 'string' || !Array.isArray(values) || asked.length > 2) return ask(...asked)
    if (values.length === 0) isInTransaction = isInside(text, isInTransaction)
    const name = values.length === 0 ? undefined : nameOf(text)
    return name === undefined ? ask(text, values) : askByName(name, text, values)
  }) as typeof client.query
}

/** Whether a statement failed for its name alone, and so was not carried out. */
export function isOfName(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message?: string }
  return message === OTHER_ANSWER || LOST.has(code)
}

/**
 * The name of a statement, if it has one. It is made from its text, so that two programs never
 * mean different statements by it.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || !areNamesKept || names.size >= MAX_NAMES) return known
  const before = sendings.get(text) ?? 0
  if (before < SENDINGS_WITHOUT_NAME) {
    if (sendings.size >= MAX_TEXTS) sendings.clear()
    sendings.set(text, before + 1)
    return undefined
  }
  sendings.delete(text)
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH)}-${generation}`
  names.set(text, name)
  return name
}

function forgetName(name: string, error: unknown): void {
  const { code = '' } = error as { code?: string }
  if (LOST.has(code)) areNamesKept = false
  // Others may have failed for the same reason before.
  if (!name.endsWith(`-${generation}`)) return
  generation += 1
  names.clear()
}

function isInside(text: string, wasInside: boolean): boolean {
  if (/^(?:begin|start)\b/i.test(text)) return true
  return /^(?:commit|rollback)$/i.test(text) ? false : wasInside
}
