import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

import { until } from '#test/fixtures/until.ts'

import { HOST, NAMES, PASSWORDS, type Ports } from './configs.ts'

/* Reports of Patroni and the databases about themselves. */

type Member = { name: string; role: string; state: string }

/** The members as Patroni knows them, from whichever of the three answers. */
async function listMembers({ patroni }: Ports): Promise<Member[]> {
  for (const port of patroni) {
    const answer = await fetch(`http://${HOST}:${port}/cluster`).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** Whether all three run, one of them as the primary and one as its synchronous standby. */
export async function isComplete(ports: Ports): Promise<boolean> {
  const running = new Set(['running', 'streaming'])
  const members = await listMembers(ports)
  const roles = members.filter(({ state }) => running.has(state)).map(({ role }) => role)
  return roles.length === NAMES.length && roles.includes('leader') && roles.includes('sync_standby')
}

export async function findPrimary(ports: Ports): Promise<string | undefined> {
  return (await listMembers(ports)).find(({ role }) => role === 'leader')?.name
}

/** The process id of a database's server, from its own file. */
export function findPostmaster(folder: string, name: string): number | undefined {
  const file = join(folder, `database-${name}`, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** Makes roles and database as deploy/roles.sql says, with passwords. */
export async function prepareRoles(superuserUrl: string): Promise<void> {
  await until('HAProxy leads to the primary', () =>
    ask(superuserUrl, 'select 1').catch(() => false),
  )
  const passwords = Object.entries(PASSWORDS).map(
    ([name, password]) => `alter role halcyon_${name} password '${password}'`,
  )
  const statements = readFileSync('deploy/roles.sql', 'utf8').split(/;$/m)
  for (const statement of [...statements, ...passwords]) {
    if (statement.trim()) await ask(superuserUrl, statement)
  }
}

async function ask(connectionString: string, sql: string): Promise<true> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
    return true
  } finally {
    await client.end().catch(() => {})
  }
}
