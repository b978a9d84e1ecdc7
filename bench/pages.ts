import { brotliDecompressSync, gunzipSync, zstdDecompressSync, brotliCompressSync } from 'node:zlib'
import { request } from 'node:http'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'

import { LOCALES, localePath } from '#platform/locale.ts'

import { findBrowser } from '../e2e/find-browser.ts'
import { openHouse } from '../e2e/own-house.ts'

/* The budgets P1 to P3 of the pages: bytes on the wire, script, and what Lighthouse says. */

const PAGES = [
  '/',
  '/timetables',
  '/schedules/1',
  '/schedules/8',
  '/services',
  '/faq',
  '/contact',
  '/about',
  '/terms-and-conditions',
  '/privacy',
  '/accessibility',
  '/passenger-rights',
  '/book-now',
  '/book-now?from=NIC&to=LCA',
  '/cart',
]
const RUNS = Number(process.env.RUNS ?? 3)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export async function benchPages(): Promise<void> {
  const house = await openHouse()
  const site = await house.startSite()
  try {
    print('page', 'bytes as sent', 'script, brotli')
    for (const path of addresses()) {
      const { sent, html } = await fetchAsSent(site.url + path)
      print(path, String(sent), String(await scriptBytes(site.url, html)))
    }
    if (RUNS > 0) await runLighthouse(site.url)
  } finally {
    await house.close()
  }
}

const DEBUGGING_PORT = 9377

async function runLighthouse(origin: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', `--remote-debugging-port=${DEBUGGING_PORT}`],
  })
  print('page', ...CATEGORIES, 'LCP ms', 'CLS', 'TBT ms')
  for (const path of addresses()) {
    const runs: Result[] = []
    for (let run = 0; run < RUNS; run++) {
      const result = await lighthouse(origin + path, {
        port: DEBUGGING_PORT,
        onlyCategories: [...CATEGORIES],
        logLevel: 'silent',
      })
      if (result) runs.push(result.lhr)
    }
    const scores = CATEGORIES.map((category) =>
      median(runs.map((run) => Math.round((run.categories[category]?.score ?? 0) * 100))),
    )
    const figures = [
      'largest-contentful-paint',
      'cumulative-layout-shift',
      'total-blocking-time',
    ].map((audit) => median(runs.map((run) => run.audits[audit]?.numericValue ?? Number.NaN)))
    print(
      path,
      ...scores.map(String),
      ...figures.map((figure) => String(Number(figure.toFixed(3)))),
    )
  }
  await browser.close()
}

function addresses(): string[] {
  return PAGES.flatMap((path) => LOCALES.map((locale) => localePath(locale, path)))
}

/** The answer as it crosses the wire to a browser of today, headers included. */
function fetchAsSent(url: string): Promise<{ sent: number; html: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ sent: number; html: string }>()
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', 'user-agent': 'Mozilla/5.0' }
  request(url, { headers, agent: false }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      const body = Buffer.concat(chunks)
      const lines = response.rawHeaders.reduce((total, text) => total + text.length + 2, 32)
      const encoding = response.headers['content-encoding'] ?? ''
      resolve({ sent: body.length + lines, html: decode(body, encoding).toString() })
    })
  })
    .on('error', reject)
    .end()
  return promise
}

function decode(body: Buffer, encoding: string): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body)
  if (encoding === 'zstd') return zstdDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

/** All script that the page names, each file once, as small as it is served. */
async function scriptBytes(origin: string, html: string): Promise<number> {
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  const sizes = [...new Set(files)].map(async (file) => {
    const answer = await fetch(origin + file)
    return brotliCompressSync(Buffer.from(await answer.arrayBuffer())).length
  })
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function print(...columns: string[]): void {
  const [first = '', ...rest] = columns
  process.stdout.write(`${first.padEnd(34)}${rest.map((text) => text.padStart(15)).join('')}\n`)
}
