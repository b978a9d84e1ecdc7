import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { connect } from '#platform/db.server.ts'
import { ownBankKeys } from '#platform/settings/bank-keys.server.ts'
import { listProcesses } from '#test/fixtures/process-table.ts'
import { until } from '#test/fixtures/until.ts'

import { start, stop, type Running } from './processes.ts'

/*
 * The site as after a plain `npm start`: a folder and no settings, with its own database and bank.
 */

export type House = Awaited<ReturnType<typeof openHouse>>

export async function openHouse() {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  for (const one of [folder, data]) chmodSync(one, 0o755)
  const settings = {
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    DATA_DIR: data,
    PORT: '0',
    TRUSTED_PROXIES: '1',
    OFFICE_DEMONSTRATION: 'on',
  }
  const running: Running[] = []
  return {
    async startSite(more: Record<string, string> = {}): Promise<Running> {
      const site = await start('server.ts', { ...settings, ...more })
      running.push(site)
      return site
    },
    /** The database server that runs in this folder, whichever process started it. */
    findPostmaster: () => findPostmaster(folder),
    databaseUrl: () => databaseUrl(folder),
    /** The API key of this site's bank. */
    bankKey: () => ownBankKeys(data).key,
    books: () => connect(databaseUrl(folder), { patient: true }),
    async close() {
      for (const one of running) await stop(one)
      const left = findPostmaster(folder)
      if (left) process.kill(left.pid, 'SIGINT')
      await until('the database has ended', () => !findPostmaster(folder))
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Found by its arguments: as root it may use another folder, whose name is made from that of this
 * one.
 */
function findPostmaster(folder: string) {
  const name = folder.slice(1).replaceAll('/', '-')
  const isOurs = (command: string) => command.includes(folder) || command.includes(name)
  return listProcesses().find(({ command }) => / -D /.test(command) && isOurs(command))
}

function databaseUrl(folder: string): string {
  const socket = /unix_socket_directories=(.+?)(?: -c |$)/.exec(
    findPostmaster(folder)?.command ?? '',
  )?.[1]
  const host = encodeURIComponent(socket ?? '')
  return `postgres://halcyon_site@localhost/halcyon?host=${host}`
}
