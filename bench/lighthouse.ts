import lighthouse, { type Result } from 'lighthouse'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { fetchAsSent } from '#e2e/support/as-sent.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { localeOf } from '#platform/locale.ts'

import { machineNow, median, print, say } from './table.ts'

/**
 * RUNS=0 skips Lighthouse. The same page in another language has other words, so it is looked at once. That
 * makes 192 loads for 32 pages, of 20 seconds each on an idle machine.
 */
const RUNS = Number(process.env.RUNS ?? 3)
const RUNS_OF_ANOTHER_LANGUAGE = Math.min(RUNS, 1)
/** After this many minutes nothing more is started, and skipped pages are reported. */
const MINUTES = Number(process.env.MINUTES ?? 120)
/** P3: the largest paint beside that of an empty page, and the milliseconds in which a page takes no input. */
const MAX_LCP = 1.5
const MAX_TBT = 50
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LCP = 'largest-contentful-paint'
const AUDITS = [LCP, 'cumulative-layout-shift', 'total-blocking-time']
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
    `P3: Lighthouse as on a phone, median of ${RUNS}, in other languages of ${RUNS_OF_ANOTHER_LANGUAGE}; LCP worked out, and painted on a slowed line (${machineNow()})`,
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
  const empty = await serveEmptyPage()
  const { figures: ofEmpty } = await look(empty.url, { port, runs: RUNS })
  const [emptyLcp = Number.NaN] = ofEmpty
  print('(an empty page)', '', '', '', '', '', '', Math.round(emptyLcp), '1.00')
  const left: string[] = []
  for (const path of paths) {
    if (performance.now() > end) {
      left.push(path)
      continue
    }
    const { html } = await fetchAsSent(origin + path)
    const isFirst = localeOf(path) === MAIN_LOCALE
    const how = { port, runs: isFirst ? RUNS : RUNS_OF_ANOTHER_LANGUAGE }
    const { scores, figures } = await look(origin + path, how)
    const [lcp = 0, cls = 0, tbt = 0] = figures
    const painted = await paintInTurns(origin + path, empty.url, how)
    const times = painted.page / painted.empty
    const isFine = keeps(html, scores) && times <= MAX_LCP && cls === 0 && tbt <= MAX_TBT
    const workedOut = [Math.round(lcp), (lcp / emptyLcp).toFixed(2)]
    const measured = [Math.round(painted.page), times.toFixed(2), MAX_LCP, isFine ? '' : 'OVER']
    print(path, ...scores, Number(cls.toFixed(4)), Math.round(tbt), ...workedOut, ...measured)
  }
  empty.close()
  if (left.length === 0) return
  say(`No time was left after ${MINUTES} minutes for: ${left.join(' ')}`)
  process.exitCode = 1
}

/** Pages hidden from search engines are exempt from the SEO score. */
function keeps(html: string, scores: readonly number[]): boolean {
  const isHidden = html.includes('content="noindex"')
  const counted = isHidden ? scores.slice(0, -1) : scores
  return counted.every((score) => score === 100)
}

async function lookOnce(url: string, port: number, throttling: Throttling): Promise<Result> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: throttling === 'simulate' ? [...CATEGORIES] : ['performance'],
    throttlingMethod: throttling,
    logLevel: 'silent',
  })
  if (!result) throw new Error(`Lighthouse says nothing about ${url}`)
  return result.lhr
}

type How = { port: number; runs: number }

async function look(
  url: string,
  { port, runs }: How,
): Promise<{ scores: number[]; figures: number[] }> {
  const looks: Result[] = []
  while (looks.length < runs) looks.push(await lookOnce(url, port, 'simulate'))
  const scoreOf = (category: string) =>
    medianOf(looks, ({ categories }) => categories[category]?.score)
  const figureOf = (audit: string) => medianOf(looks, ({ audits }) => audits[audit]?.numericValue)
  return {
    scores: CATEGORIES.map((category) => Math.round(scoreOf(category) * 100)),
    figures: AUDITS.map(figureOf),
  }
}

/** Milliseconds on a slowed line, of the page and the empty one in turn, so that other work slows both. */
async function paintInTurns(url: string, emptyUrl: string, { port, runs }: How) {
  const [pages, empties]: [Result[], Result[]] = [[], []]
  while (pages.length < runs) {
    empties.push(await lookOnce(emptyUrl, port, 'devtools'))
    pages.push(await lookOnce(url, port, 'devtools'))
  }
  return { page: paintOf(pages), empty: paintOf(empties) }
}

function paintOf(runs: readonly Result[]): number {
  return medianOf(runs, ({ audits }) => audits[LCP]?.numericValue)
}

function medianOf(
  runs: readonly Result[],
  read: (result: Result) => number | null | undefined,
): number {
  return median(runs.map((result) => read(result) ?? Number.NaN))
}

async function serveEmptyPage(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(EMPTY)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://localhost:${port}/`, close }
}
