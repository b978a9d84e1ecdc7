import { appendFileSync } from 'node:fs'
import { Client } from 'pg'

/* Loaded before the site (`--import`), it writes a letter for every statement that the site sends to its database. */

const file = process.env.SQL_FILE ?? ''
const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
Reflect.set(Client.prototype, 'query', function query(this: object, ...args: unknown[]) {
  appendFileSync(file, '.')
  return original.apply(this, args)
})
