import type { PoolClient } from 'pg'

import { inSpan, type Work } from '#platform/spans.server.ts'

/** Longer texts are cut: the beginning tells which statement it is. */
const MAX_TEXT = 2000

/**
 * Traces the statements of a connection, each below the work that asks it. Their values are sent
 * apart from their text, and text between quotes is masked, so no value is in a trace.
 */
export function traceStatements(client: PoolClient): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => unknown
  client.query = ((...asked: unknown[]) => {
    const text = textOf(asked[0])
    // An answer to a callback is not awaited here, so its time is not known.
    if (text === undefined || typeof asked.at(-1) === 'function') return ask(...asked)
    return inSpan(statement(text), () => ask(...asked))
  }) as typeof client.query
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked
  const { text } = (asked ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : undefined
}

/** The span of a statement, named by its verb and its first table. */
export function statement(text: string): Work<unknown> {
  const masked = text.replaceAll(/'(?:[^']|'')*'/g, '?').slice(0, MAX_TEXT)
  const verb = /^\W*(\w+)/.exec(masked)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?([a-z_][\w.]*)/i.exec(masked)?.[1]
  const name = table ? `${verb} ${table}` : verb
  const facts = {
    'db.system.name': 'postgresql',
    'db.operation.name': verb,
    'db.query.text': masked,
    ...(table && { 'db.collection.name': table }),
  }
  return { name, kind: 'client', facts, isPart: true }
}
