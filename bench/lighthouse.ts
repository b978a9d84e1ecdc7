import lighthouse, { type Result } from 'lighthouse'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { fetchAsSent } from '#e2e/support/as-sent.ts'

import { loadNow, median, print, say } from './table.ts'

/** RUNS=0 skips Lighthouse. Measuring 32 pages takes 25 minutes on an idle machine. */
const RUNS = Number(process.env.RUNS ?? 3)
/** After this many minutes nothing more is started, and skipped pages are reported. */
const MINUTES = Number(process.env.MINUTES ?? 30)
/** P3: the largest paint beside that of an empty page, and the milliseconds in which a page takes no input. */
const MAX_LCP = 1.5
const MAX_TBT = 50
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AUDITS = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time']
/**
 * By default Lighthouse loads a page at full speed and simulates a slow phone; everything loaded
 * before the first paint then counts as needed for it. Here a font always is, although on a really
 * slow connection the text is painted long before. So the paint is also measured with a slowed
 * connection and processor
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
 */
type Throttling = 'simulate' | 'devtools'
const EMPTY = `<!doctype html><html lang="en"><head><title>Empty</title>
<meta name="viewport" content="width=device-width"></head><body><h1>Empty</h1></body></html>`

/** P3: the median of the runs, and the first contentful paint beside that of an empty page. */
export async function benchLighthouse(
  origin: string,
  paths: readonly string[],
  port: number,
): Promise<void> {
  if (RUNS === 0) return say('Lighthouse: left out')
  const end = performance.now() + MINUTES * 60_000
  say(
    `P3: Lighthouse as on a phone, median of ${RUNS}; LCP worked out, and painted on a slowed line (${loadNow()})`,
  )
  print(
    'page',
    'perf',
    'a11y',
    'practice',
    'seo',
    'CLS',
    'TBT ms',
    'LCP ms',
    '× empty',
    'painted',
    '×',
    'of',
  )
  const yardstick = await measureEmptyPage(port)
  const left: string[] = []
  for (const path of paths) {
    if (performance.now() > end) {
      left.push(path)
      continue
    }
    const { html } = await fetchAsSent(origin + path)
    const { scores, figures, painted } = await look(origin + path, port)
    const [lcp = 0, cls = 0, tbt = 0] = figures
    const times = painted / yardstick.painted
    const isFine = keeps(html, scores) && times <= MAX_LCP && cls === 0 && tbt <= MAX_TBT
    const workedOut = [Math.round(lcp), (lcp / yardstick.lcp).toFixed(2)]
    const measured = [Math.round(painted), times.toFixed(2), MAX_LCP, isFine ? '' : 'OVER']
    print(path, ...scores, Number(cls.toFixed(4)), Math.round(tbt), ...workedOut, ...measured)
  }
  if (left.length > 0) say(`No time was left after ${MINUTES} minutes for: ${left.join(' ')}`)
}

/** Pages hidden from search engines are exempt from the SEO score. */
function keeps(html: string, scores: readonly number[]): boolean {
  const isHidden = html.includes('content="noindex"')
  const counted = isHidden ? scores.slice(0, -1) : scores
  return counted.every((score) => score === 100)
}

async function run(url: string, port: number, throttling: Throttling): Promise<Result[]> {
  const runs: Result[] = []
  for (let place = 0; place < RUNS; place++) {
    const result = await lighthouse(url, {
      port,
      onlyCategories: throttling === 'simulate' ? [...CATEGORIES] : ['performance'],
      throttlingMethod: throttling,
      logLevel: 'silent',
    })
    if (result) runs.push(result.lhr)
  }
  return runs
}

type Look = { scores: number[]; figures: number[]; painted: number }

async function look(url: string, port: number): Promise<Look> {
  const workedOut = await run(url, port, 'simulate')
  const slowed = await run(url, port, 'devtools')
  const scoreOf = (category: string) =>
    medianOf(workedOut, ({ categories }) => categories[category]?.score)
  const figureOf = (audit: string, runs = workedOut) =>
    medianOf(runs, ({ audits }) => audits[audit]?.numericValue)
  return {
    scores: CATEGORIES.map((category) => Math.round(scoreOf(category) * 100)),
    figures: AUDITS.map((audit) => figureOf(audit)),
    painted: figureOf('largest-contentful-paint', slowed),
  }
}

function medianOf(
  runs: readonly Result[],
  read: (result: Result) => number | null | undefined,
): number {
  return median(runs.map((result) => read(result) ?? Number.NaN))
}

async function measureEmptyPage(port: number): Promise<{ lcp: number; painted: number }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(EMPTY)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  const { figures, painted } = await look(`http://localhost:${own}/`, port)
  server.closeAllConnections()
  server.close()
  const [lcp = Number.NaN] = figures
  const empty = [Math.round(lcp), '1.00', Math.round(painted), '1.00']
  print('(an empty page)', '', '', '', '', '', '', ...empty)
  return { lcp, painted }
}
