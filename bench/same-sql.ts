import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

/*
 * The recorded statements of one order, made into a script that makes any number of orders: values
 * that were new in that order (ids, references, keys) are new in each.
 */

const run = promisify(execFile)

type Sent = { line: number; text: string; values: (string | null)[] }

const NEW_IN_EACH =
  /[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-hjkmnp-tv-z]{26}\b/g
const DIGITS = 12

export type Script = readonly string[]
export type Recorded = { sql: readonly Sent[]; departureId: string; reference: string }

export function readSent(file: string): Sent[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Sent)
}

/** The same order again, on this departure. Each transaction stays together, even if interleaved. */
export function scriptOf({ sql, departureId, reference }: Recorded, onto: string): Script {
  const replace = (value: string) =>
    value
      .replaceAll(departureId, onto)
      .replaceAll(reference, 'R:fresh')
      .replaceAll(NEW_IN_EACH, (id) => (id === onto ? id : `${id.slice(0, -DIGITS)}:fresh`))
  return together(sql).map(({ text, values }) => {
    const filled = text.replaceAll(/\$(\d+)/g, (_, place: string) => {
      const value = values[Number(place) - 1]
      return typeof value === 'string' ? `'${replace(value).replaceAll("'", "''")}'` : 'null'
    })
    return `${filled.replaceAll(/\s*\n\s*/g, ' ')};`
  })
}

/** Sorts the statements of parallel connections into one transaction after the other. */
function together(sql: readonly Sent[]): Sent[] {
  const open = new Map<number, Sent[]>()
  return sql.flatMap((sent) => {
    const begun = open.get(sent.line)
    if (/^begin/i.test(sent.text)) {
      open.set(sent.line, [sent])
      return []
    }
    if (!begun) return [sent]
    begun.push(sent)
    if (!/^(?:commit|rollback)/i.test(sent.text)) return []
    open.delete(sent.line)
    return begun
  })
}

type Driven = { scripts: readonly Script[]; orders: number; atOnce: number; folder: string }

/** pgbench if installed, since it costs almost nothing beside the database; else the driver is used. */
export function findPgbench(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, 'bin', 'pgbench'))
    : []
  const found = ['pgbench', ...debian].find((one) => spawnSync(one, ['--version']).status === 0)
  return found
}

/** Orders per second, with scripts picked at random. */
export async function driveSql(url: string, driven: Driven): Promise<number> {
  const pgbench = findPgbench()
  return pgbench ? byPgbench(pgbench, url, driven) : byDriver(url, driven)
}

async function byPgbench(
  pgbench: string,
  url: string,
  { scripts, orders, atOnce, folder }: Driven,
): Promise<number> {
  const files = scripts.map((script, place) => {
    const file = join(folder, `order-${place}.sql`)
    const fresh = `\\set fresh random(${10 ** (DIGITS - 1)}, ${10 ** DIGITS - 1})`
    writeFileSync(file, `${[fresh, ...script].join('\n')}\n`)
    return `--file=${file}`
  })
  const { hostname, pathname, username, searchParams } = new URL(url)
  const at = [`--host=${searchParams.get('host') ?? hostname}`, `--username=${username}`]
  const each = Math.ceil(orders / atOnce)
  const how = ['--no-vacuum', `--client=${atOnce}`, '--jobs=1', `--transactions=${each}`]
  const { stdout, stderr } = await run(pgbench, [...at, ...how, ...files, pathname.slice(1)], {
    maxBuffer: 2 ** 26,
  })
  const done = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
  if (done !== each * atOnce) throw new Error(`pgbench: ${stdout}${stderr.slice(0, 2000)}`)
  return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
}

async function byDriver(url: string, { scripts, orders, atOnce }: Driven): Promise<number> {
  let left = orders
  const lanes = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const client = new Client(url)
      await client.connect()
      return client
    }),
  )
  const began = performance.now()
  await Promise.all(
    lanes.map(async (client) => {
      while (left-- > 0) {
        const script = scripts[Math.floor(Math.random() * scripts.length)] ?? []
        await playOnce(client, script)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await Promise.all(lanes.map((client) => client.end()))
  return orders / seconds
}

async function playOnce(client: Client, script: Script): Promise<void> {
  const fresh = Math.floor((1 + 9 * Math.random()) * 10 ** (DIGITS - 1))
  for (const statement of script) await client.query(statement.replaceAll(':fresh', String(fresh)))
}
