import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { MESSAGES } from '#app/i18n/messages.ts'
import { type Running } from '#e2e/support/processes.ts'
import { openBrowser, type Traveller } from '#e2e/support/traveller.ts'
import { findPort } from '#test/fixtures/free-port.ts'
import { until } from '#test/fixtures/until.ts'

import type { Shop } from './shop.ts'
import { print, say } from './table.ts'
import { openVisitor, waitsFor, type Waited } from './visitor.ts'

const NOTHING = 'no answer'
const BUSY = Object.values(MESSAGES).map(({ turnedAway }) => turnedAway.busy)
/** The site is left idle this long before each attack, except for the visitor. */
const QUIET_MILLISECONDS = 1500
const WARM_UP_MILLISECONDS = 3000
/** No attack starts a request after this. */
export const MAX_SECONDS = 10

/**
 * One line of the table. `before` was measured on the site without the limits that docs/security.md
 * lists, on a machine with other work.
 */
export type Row = {
  name: string
  before: string | number
  now: string | number | ((beside: readonly Waited[]) => string)
}

/** Prepares before the measurement, and returns the attack itself, which returns its result. */
export type Attack = (siege: Siege) => Promise<() => Promise<Row[]>>

export type Heard = {
  status: number
  text: string
  location: string
  milliseconds: number
  /** 503 because of too many such requests, not because something is down. */
  isBusy: boolean
}

export type Siege = Awaited<ReturnType<typeof openSiege>>

/** The site under attack, with the honest visitor. Responses that should never occur are recorded. */
export async function openSiege(shop: Shop) {
  const port = String(await findPort())
  const memoryFile = join(shop.folder, 'memory')
  const startSite = () =>
    shop.startSite({
      PORT: port,
      LOG_LEVEL: 'warn',
      MEMORY_FILE: memoryFile,
      NODE_OPTIONS: `--expose-gc --import=${resolve('bench/count-memory.ts')}`,
    })
  let site = await startSite()
  const visitor = openVisitor(site.url)
  const strange: string[] = []
  const answers = new Map<string, number>()
  let strangers = 0
  await visitor.beside(() => pause(WARM_UP_MILLISECONDS))

  const siege = {
    shop,
    url: site.url,
    pid: () => site.process.pid ?? 0,
    /** A visitor from a network with no other visitors, so that no limit of another applies. */
    stranger: () => openBrowser(site.url, { address: addressOf(strangers++) }),
    countKept: () => countKept(site, memoryFile),
    send,
    post: (from: Traveller, path: string, fields: Record<string, string>) =>
      send(from, path, { method: 'POST', body: new URLSearchParams(fields) }),
    withstand,
    tellStrange,
    async end() {
      visitor.leave()
      await shop.stopSite(site)
    },
  }
  return siege

  /** One request of an attack, without following redirects. */
  async function send(from: Traveller, path: string, init: RequestInit = {}): Promise<Heard> {
    const began = performance.now()
    const answer = await from.ask(site.url + path, init).catch(() => undefined)
    const text = (await answer?.text()) ?? ''
    const status = answer?.status ?? 0
    const isBusy = status === 503 && BUSY.some((sentence) => text.includes(sentence))
    countUp(answers, isBusy ? 'busy' : nameOf(status))
    const location = answer?.headers.get('location') ?? ''
    return { status, text, location, milliseconds: performance.now() - began, isBusy }
  }

  async function withstand(attack: Attack): Promise<void> {
    const begin = await attack(siege)
    const quiet = await visitor.beside(() => pause(QUIET_MILLISECONDS))
    answers.clear()
    const tryIt = () => begin().catch((error: unknown) => onlyIfEnded(attack, error))
    const { result: rows, waits } = await visitor.beside(tryIt)
    printRows(rows, { beside: waits, quiet: quiet.waits, heard: answers })
    const name = rows[0]?.name ?? attack.name
    strange.push(...listStrange(answers).map((told) => `${name}: ${told}`))
    strange.push(...listStrange(countStatuses(waits)).map((told) => `${name}, visitor: ${told}`))
    if (!hasEnded(site)) return
    strange.push(`${name}: the program ended`)
    site = await startSite()
  }

  /** An attack that ends the program has no figures. Any other error is a fault of the bench. */
  function onlyIfEnded({ name }: Attack, error: unknown): Row[] {
    if (!hasEnded(site)) throw error
    return [{ name, before: '', now: 'ended' }]
  }

  function tellStrange(): void {
    say(
      strange.length > 0
        ? strange.join('\n')
        : 'No attack met a fault, and none ended the program.',
    )
  }
}

/** Megabytes in use by the program after garbage collection. */
async function countKept({ process: { pid = 0 } }: Running, file: string): Promise<number> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  const bytes = await until('the memory is counted', () => {
    return existsSync(file) && readFileSync(file, 'utf8')
  })
  return Number(bytes) / 1e6
}

type Beside = { beside: Waited[]; quiet: Waited[]; heard: ReadonlyMap<string, number> }

export function printHead(): void {
  say(
    `The figure before the bounds and now. Beside each attack, and in the quiet before it, what an\n` +
      `honest visitor waited: median / worst, ms. Last, what the attacker heard.`,
  )
  print('', '', '', 'beside:', '', 'quiet:')
  print('attack', 'before', 'now', 'healthz', 'search', 'healthz', 'search')
}

function printRows(rows: readonly Row[], { beside, quiet, heard }: Beside): void {
  const waited = [beside, quiet].flatMap((one) => [
    waitsFor('healthz', one),
    waitsFor('search', one),
  ])
  const answers = [...heard].map(([status, times]) => `${times} × ${status}`)
  for (const [place, { name, before, now }] of rows.entries()) {
    const figures = [before, typeof now === 'function' ? now(beside) : now]
    if (place > 0) print(`  ${name}`, ...figures)
    else print(name, ...figures, ...waited, `  ${answers.join(', ')}`)
  }
}

function addressOf(place: number): string {
  return `10.${place >> 8}.${place & 255}.1`
}

function hasEnded({ process: { exitCode, signalCode } }: Running): boolean {
  return exitCode !== null || signalCode !== null
}

/** Responses that mean a fault of ours, other than being busy. */
function listStrange(answers: ReadonlyMap<string, number>): string[] {
  const wrong = [...answers].filter(([status]) => status === NOTHING || /^5\d\d$/.test(status))
  return wrong.map(([status, times]) => `${times} × ${status}`)
}

function countStatuses(waits: readonly Waited[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { status } of waits) countUp(counts, nameOf(status))
  return counts
}

function nameOf(status: number): string {
  return status === 0 ? NOTHING : String(status)
}

function countUp(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
