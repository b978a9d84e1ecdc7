import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { start, stop, type Running } from '#e2e/support/processes.ts'
import { findPort } from '#test/fixtures/free-port.ts'
import { until } from '#test/fixtures/until.ts'

import { HOST, NAMES, PASSWORDS, writeConfigs, type Ports } from './configs.ts'
import { findPostmaster, findPrimary, isComplete, prepareRoles } from './patroni.ts'
import { giveAway, run, type Program, type Tools } from './programs.ts'

/* A company on several machines, all of which are this one. */

export type Rig = Awaited<ReturnType<typeof openRig>>

const BANK = { BANK_KEY: 'key-of-the-cluster-alone', BANK_SECRET: 'secret-of-the-cluster-alone' }
const SUPERUSER = 'superuser-of-the-cluster'
const DATABASE = {
  PATRONI_SUPERUSER_PASSWORD: SUPERUSER,
  PATRONI_REPLICATION_PASSWORD: 'replication-of-the-cluster',
}

/** Prepares a folder, ports and files; nothing runs before `start`. */
export async function openRig(tools: Tools) {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-cluster-'))
  chmodSync(folder, 0o755)
  giveAway(folder)
  const ports = await findPorts()
  writeConfigs({ folder, ports, tools })
  const settings = settingsFor(folder, ports)
  const machines = makeMachines({ folder, ports, tools })
  const programs = makePrograms(settings, ports)

  return {
    ...machines,
    ...programs,
    folder,
    site: settings.SITE_URL,
    bank: {
      url: settings.BANK_URL,
      key: BANK.BANK_KEY,
      file: join(settings.DATA_DIR, 'sandbox-bank.sqlite'),
    },
    directUrl: settings.DATABASE_DIRECT_URL,
    findPrimary: () => findPrimary(ports),
    findPostmaster: (name: string) => findPostmaster(folder, name),
    isComplete: () => isComplete(ports),

    async start(): Promise<void> {
      machines.startDatabases()
      await until('a primary and a synchronous standby are there', () => isComplete(ports))
      await prepareRoles(addressOf(ports.primary, 'postgres', SUPERUSER, 'postgres'))
      machines.startPooler()
      await programs.startAll()
      machines.startProxy()
      await until('the proxy leads to a site', () => isUp(settings.SITE_URL))
    },

    /** Ends everything. After a failure the folder stays, with the log of each program. */
    async close({ keep = false } = {}): Promise<void> {
      await programs.stopAll((name, output) => writeFileSync(join(folder, `${name}.log`), output))
      await machines.stopAll()
      if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Making = { folder: string; ports: Ports; tools: Tools }

/** Programs from Debian's packages: databases, the way to them, and the proxy. */
function makeMachines({ folder, ports, tools }: Making) {
  const at = (file: string) => join(folder, file)
  const running = new Map<string, Program>()
  const launch = (name: string, command: string, args: string[], env = {}) =>
    void running.set(name, run({ command, args, log: at(`${name}.log`), env }))
  return {
    startDatabases() {
      launch('etcd', tools.etcd, [
        `--data-dir=${at('etcd')}`,
        `--listen-client-urls=${originOf(ports.etcd)}`,
        `--advertise-client-urls=${originOf(ports.etcd)}`,
        `--listen-peer-urls=${originOf(ports.peers)}`,
        `--initial-advertise-peer-urls=${originOf(ports.peers)}`,
        `--initial-cluster=default=${originOf(ports.peers)}`,
      ])
      for (const name of NAMES) {
        launch(`database-${name}`, tools.patroni, [at(`patroni-${name}.yml`)], DATABASE)
      }
      launch('haproxy', tools.haproxy, ['-f', at('haproxy.cfg'), '-db'])
    },
    startPooler: () => launch('pooler', tools.pgbouncer, [at('pgbouncer.ini')]),
    startProxy: () =>
      launch('nginx', tools.nginx, ['-c', at('nginx-main.conf'), '-g', 'daemon off;']),
    kill: (name: string) => running.get(name)?.kill('SIGKILL') ?? Promise.resolve(),
    async stopAll(): Promise<void> {
      // Patroni stops its server first; killed, it would leave it behind.
      for (const name of NAMES) await running.get(`database-${name}`)?.kill('SIGTERM')
      for (const program of running.values()) await program.kill('SIGKILL')
    },
  }
}

type Settings = Record<string, string>

/** Our own programs: three sites, the jobs and the bank. */
function makePrograms(settings: Settings, ports: Ports) {
  const running = new Map<string, Running>()
  const launch = async (name: string, program: string, more: Settings = {}) =>
    void running.set(name, await start(program, { ...settings, ...more }))
  const startSite = (place: number) =>
    launch(`site-${place}`, 'server.ts', { PORT: String(ports.sites[place]), JOBS: 'off' })
  const startJobs = () => launch('jobs', 'jobs.ts')
  return {
    startSite,
    startJobs,
    async startAll(): Promise<void> {
      await launch('bank', 'sandbox-bank/server.ts', { BANK_PORT: String(ports.bank) })
      await Promise.all(ports.sites.map((_port, place) => startSite(place)))
      await startJobs()
    },
    async end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      const program = running.get(name)
      if (program) await stop(program, signal)
    },
    async stopAll(keep: (name: string, output: string) => void): Promise<void> {
      for (const [name, program] of running) {
        await stop(program)
        keep(name, program.output())
      }
    },
  }
}

function settingsFor(folder: string, ports: Ports) {
  return {
    ...BANK,
    DATABASE_URL: addressOf(ports.pooler, 'halcyon_site', PASSWORDS.site),
    DATABASE_DIRECT_URL: addressOf(ports.primary, 'halcyon_site', PASSWORDS.site),
    DATABASE_OWNER_URL: addressOf(ports.primary, 'halcyon_owner', PASSWORDS.owner),
    BANK_URL: `http://${HOST}:${ports.bank}`,
    SITE_URL: `http://localhost:${ports.proxy}`,
    DATA_DIR: join(folder, 'data'),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info', // `start` waits for a line of it
  }
}

function originOf(port: number): string {
  return `http://${HOST}:${port}`
}

function addressOf(port: number, role: string, password: string, database = 'halcyon'): string {
  return `postgres://${role}:${password}@${HOST}:${port}/${database}`
}

async function findPorts(): Promise<Ports> {
  const free = new Set<number>()
  while (free.size < 9) free.add(await findPort())
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = free
  const others = new Set<number>()
  while (others.size < 7) {
    const port = await findPort()
    if (!free.has(port)) others.add(port)
  }
  const [etcd = 0, peers = 0, primary = 0, standbys = 0, pooler = 0, proxy = 0, bank = 0] = others
  const named = { etcd, peers, primary, standbys, pooler, proxy, bank }
  return { postgres: [a, b, c], patroni: [d, e, f], sites: [g, h, i], ...named }
}

async function isUp(site: string): Promise<boolean> {
  const answer = await fetch(`${site}/timetables`).catch(() => undefined)
  return answer?.ok === true
}
