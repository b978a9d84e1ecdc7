import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import lighthouse, { type Result } from 'lighthouse'

import { fetchAsSent } from '../e2e/as-sent.ts'
import { median, print, say } from './table.ts'

/** RUNS=0 leaves Lighthouse out. Looking at 32 pages takes ten minutes on a machine that is at rest. */
const RUNS = Number(process.env.RUNS ?? 3)
/** After this many nothing more is begun; what was left out is said. */
const MINUTES = Number(process.env.MINUTES ?? 20)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AUDITS = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time']
/** When it really was painted here, before Lighthouse works out what a slow phone would have made of it. */
type Observed = { items?: { observedLargestContentfulPaint?: number }[] }
const EMPTY = `<!doctype html><html lang="en"><head><title>Empty</title>
<meta name="viewport" content="width=device-width"></head><body><h1>Empty</h1></body></html>`

/** P3: the median of the runs, and the first contentful thing beside that of an empty page. */
export async function benchLighthouse(
  origin: string,
  paths: readonly string[],
  port: number,
): Promise<void> {
  if (RUNS === 0) return say('Lighthouse: left out')
  const end = performance.now() + MINUTES * 60_000
  say(`P3: Lighthouse as on a phone, median of ${RUNS}; LCP also as a multiple of an empty page`)
  print('page', 'perf', 'a11y', 'practice', 'seo', 'LCP ms', '× empty', 'here', 'CLS', 'TBT ms')
  const yardstick = await measureEmptyPage(port)
  const left: string[] = []
  for (const path of paths) {
    if (performance.now() > end) {
      left.push(path)
      continue
    }
    const { html } = await fetchAsSent(origin + path)
    const { scores, figures } = summarise(await run(origin + path, port))
    const [lcp = 0, cls = 0, tbt = 0, here = 0] = figures
    const times = lcp / yardstick.lcp
    const isFine = keeps(html, scores) && times <= 1.5 && cls === 0 && tbt <= 50
    const ratios = [times, here / yardstick.here].map((ratio) => ratio.toFixed(2))
    const rest = [Number(cls.toFixed(4)), Math.round(tbt), isFine ? '' : 'OVER']
    print(path, ...scores, Math.round(lcp), ...ratios, ...rest)
  }
  if (left.length > 0) say(`No time was left after ${MINUTES} minutes for: ${left.join(' ')}`)
}

/** Who hydrates may have 98 for speed; what search engines are told to leave is no matter of theirs. */
function keeps(html: string, [speed = 0, ...rest]: readonly number[]): boolean {
  const isHidden = html.includes('content="noindex"')
  const others = isHidden ? rest.slice(0, -1) : rest
  const least = html.includes('__reactRouterContext') ? 98 : 100
  return speed >= least && others.every((score) => score === 100)
}

async function run(url: string, port: number): Promise<Result[]> {
  const runs: Result[] = []
  for (let place = 0; place < RUNS; place++) {
    const onlyCategories = [...CATEGORIES]
    const result = await lighthouse(url, { port, onlyCategories, logLevel: 'silent' })
    if (result) runs.push(result.lhr)
  }
  return runs
}

function summarise(runs: readonly Result[]): { scores: number[]; figures: number[] } {
  const of = (read: (result: Result) => number | null | undefined) =>
    median(runs.map((result) => read(result) ?? Number.NaN))
  return {
    scores: CATEGORIES.map((category) =>
      Math.round(of(({ categories }) => categories[category]?.score) * 100),
    ),
    figures: [
      ...AUDITS.map((audit) => of(({ audits }) => audits[audit]?.numericValue)),
      of(({ audits: { metrics } }) => {
        const seen = metrics?.details as Observed | undefined
        return seen?.items?.[0]?.observedLargestContentfulPaint
      }),
    ],
  }
}

async function measureEmptyPage(port: number): Promise<{ lcp: number; here: number }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(EMPTY)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  const { figures } = summarise(await run(`http://localhost:${own}/`, port))
  server.closeAllConnections()
  server.close()
  const [lcp = Number.NaN, , , here = Number.NaN] = figures
  print('(an empty page)', '', '', '', '', Math.round(lcp), '1.00', `${Math.round(here)} ms`)
  return { lcp, here }
}
