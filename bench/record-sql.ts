import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Client } from 'pg'

/*
 * Loaded before the site (`--import`), it records every statement that the site sends to its
 * database, with the values as the driver encodes them, in the order sent.
 */

type Query = { text: string; values?: unknown[] }

const require = createRequire(import.meta.url)
const { prepareValue } = require('pg/lib/utils') as { prepareValue: (value: unknown) => unknown }
const file = process.env.SQL_FILE ?? ''
const lines = new WeakMap<object, number>()
let lastLine = 0

const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
Reflect.set(Client.prototype, 'query', function query(this: object, ...args: unknown[]) {
  const [first, second] = args as [string | Query, unknown]
  const asked: Query =
    typeof first === 'string'
      ? { text: first, ...(Array.isArray(second) && { values: second }) }
      : first
  const line = lines.get(this) ?? ++lastLine
  lines.set(this, line)
  const values = (asked.values ?? []).map(prepareValue)
  appendFileSync(file, `${JSON.stringify({ line, text: asked.text, values })}\n`)
  return original.apply(this, args)
})
