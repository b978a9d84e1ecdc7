import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, chownSync, constants, createWriteStream, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { until } from '#test/fixtures/until.ts'

/* The programs of the cluster, as Debian packages them. None of them runs as root. */

const PACKAGES = {
  patroni: 'patroni python3-etcd',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx',
}
const NOBODY = { uid: 65_534, gid: 65_534 }

export type Tool = keyof typeof PACKAGES
export type Tools = { folderOfPostgres: string } & Record<Tool, string>

/** The paths of all programs, or the names of the packages to install. */
export function findTools(): { ok: true; tools: Tools } | { ok: false; missing: string[] } {
  const found = Object.keys(PACKAGES).map((name) => [name, findProgram(name)] as const)
  const [folderOfPostgres] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  const missing = found.filter(([, path]) => !path).map(([name]) => PACKAGES[name as Tool])
  if (!folderOfPostgres) missing.push('postgresql')
  if (missing.length > 0 || !folderOfPostgres) return { ok: false, missing }
  const paths = Object.fromEntries(found) as Record<Tool, string>
  return { ok: true, tools: { folderOfPostgres, ...paths } }
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Gives a file or folder to the user that the programs run as. */
export function giveAway(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, NOBODY.uid, NOBODY.gid)
}

export type Program = { pid: number; kill: (signal: NodeJS.Signals) => Promise<void> }

type Run = { command: string; args: string[]; log: string; env?: Record<string, string> }

/** Starts a program, in a process group of its own. Its output is added to the file `log`. */
export function run({ command, args, log, env = {} }: Run): Program {
  const owner = process.getuid?.() === 0 ? NOBODY : {}
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    detached: true,
    ...owner,
  })
  const written = createWriteStream(log, { flags: 'a' })
  child.stdout.pipe(written, { end: false })
  child.stderr.pipe(written, { end: false })
  return { pid: child.pid ?? 0, kill: (signal) => killGroup(child, signal) }
}

/** Ends the program and all its children, as when its machine is lost. */
async function killGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return
  process.kill(-child.pid, signal)
  await until(`${child.spawnfile} has ended`, () => hasEnded(child))
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
