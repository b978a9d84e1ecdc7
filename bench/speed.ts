import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { AS_A_BROWSER } from '#e2e/support/as-sent.ts'
import { start, stop, type Running } from '#e2e/support/processes.ts'

import { cpuOf } from './cpu.ts'
import { countAnswers, type Target } from './load.ts'
import { machineNow, median, print, say } from './table.ts'

/** A search for a visitor with a password is made each time, and never shown from what is kept. */
export const AS_ONE_WITH_A_PASSWORD = { ...AS_A_BROWSER, authorization: 'Basic YTpi' }

/** P4: the page requested, and the share of a bare server's responses that it must reach. */
const CONTENT = '/el/faq'
const LEAST = 0.5
const ROUNDS = 9
const MILLISECONDS = 1000

/**
 * Responses per second beside those of a bare server that sends the same bytes, in turn, so that
 * any other work of this machine slows both. CPU per response is steadier than either.
 */
export async function benchSpeed(site: Running): Promise<void> {
  say(
    `P4: answers in a second, and beside a bare node:http server that sends the same bytes (${machineNow()})`,
  )
  print('what', 'bare', 'ours', 'ratio', 'least', 'by CPU', 'CPU ms')
  const target = { url: site.url + CONTENT, headers: AS_A_BROWSER }
  const bare = await startBareServer(target.url)
  const rounds = []
  await countAnswers(target, 2 * MILLISECONDS)
  for (let round = 0; round < ROUNDS; round++) {
    const yardstick = await measure(bare, { ...target, url: bare.url }, MILLISECONDS)
    rounds.push({ yardstick, ours: await measure(site, target, MILLISECONDS) })
  }
  await stop(bare)
  const ratio = median(rounds.map(({ yardstick, ours }) => ours.answers / yardstick.answers))
  const byCpu = median(rounds.map(({ yardstick, ours }) => yardstick.cpu / ours.cpu))
  print(
    'a content page',
    median(rounds.map(({ yardstick }) => yardstick.answers)),
    median(rounds.map(({ ours }) => ours.answers)),
    ratio.toFixed(3),
    LEAST,
    byCpu.toFixed(3),
    median(rounds.map(({ ours }) => ours.cpu)).toFixed(2),
    Math.min(ratio, byCpu) < LEAST ? 'UNDER' : '',
  )
}

/** Answers in this time, and the milliseconds of CPU that the server used for each. */
export async function measure(
  { process: { pid = 0 } }: Running,
  target: Target,
  milliseconds: number,
) {
  const before = cpuOf(pid)
  const answers = await countAnswers(target, milliseconds)
  return { answers, cpu: (cpuOf(pid) - before) / answers }
}

/** A bare server that sends the same bytes as this address. */
export async function startBareServer(url: string): Promise<Running> {
  await askOnce(url)
  await pause(1000) // by then the page is cached in its smallest form
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-bare-'))
  const file = join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify(await askOnce(url)))
  const bare = await start('bench/bare-server.ts', { ANSWER: file })
  rmSync(folder, { recursive: true })
  return bare
}

/** As sent, not decoded; headers that every server adds are left out. */
function askOnce(url: string): Promise<{ headers: [string, string][]; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof askOnce>>>()
  request(url, { headers: AS_A_BROWSER, agent: false }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      const given = Object.entries(response.headers) as [string, string][]
      const headers = given.filter(([name]) => !/^(?:connection|date|keep-alive)$/.test(name))
      resolve({ headers, body: Buffer.concat(chunks).toString('base64') })
    })
  })
    .on('error', reject)
    .end()
  return promise
}
