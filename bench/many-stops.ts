import { AS_A_BROWSER } from '#e2e/support/as-sent.ts'
import { openHouse } from '#e2e/support/own-house.ts'
import { stop, type Running } from '#e2e/support/processes.ts'
import { connect } from '#platform/db.server.ts'
import { makeLarge } from '#test/fixtures/large-timetable.ts'

import { benchBusyFeed } from './busy-feed.ts'
import { cpuOf } from './cpu.ts'
import { median, print, say } from './table.ts'

/*
 * The cost of a page must follow from its contents: the first rendering of each page for a company
 * with a thousand stops, per kilobyte of HTML, beside the same page of the demonstration.
 */

const STOPS = 1000
const MAX_RATIO = 3
const ROUNDS = 3
/** Below this size a page has the same cost as any page, whatever its bytes. */
const MIN_KILOBYTES = 40

const PAGES = [
  { path: '/el', ours: '/el' },
  { path: '/', ours: '/' },
  { path: '/el/faq', ours: '/el/faq' },
  { path: '/el/timetables', ours: '/el/timetables' },
  { path: '/el/schedules/R7', ours: '/el/schedules/1' },
  { path: '/el/services', ours: '/el/services' },
  { path: '/el/book-now', ours: '/el/book-now' },
  { path: '/el/book-now?from=S7-0&to=S7-19', ours: '/el/book-now?from=NIC&to=LCA' },
  { path: '/sitemap.xml', ours: '/sitemap.xml' },
]

type Cost = { cpu: number; milliseconds: number; kilobytes: number }

export async function benchManyStops(): Promise<void> {
  const [ours, theirs] = [await openHouse(), await openHouse()]
  try {
    const settings = { LOG_LEVEL: 'warn', JOBS: 'off' }
    for (const house of [ours, theirs]) await house.startSite(settings) // starts the database
    const db = connect(theirs.databaseUrl(), { patient: true })
    await db
      .transaction()
      .execute((tx) =>
        makeLarge(tx, Temporal.Now.instant(), { stops: STOPS, runsADay: 18, days: 14 }),
      )
    await db.destroy()
    say(`The first answer of a new program, ours and with ${STOPS} stops`)
    print('page', 'ours ms', 'kB', `${STOPS} ms`, 'kB', 'CPU per kB', 'most')
    for (const page of PAGES) {
      const rounds = []
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({
          few: await firstAnswer(ours, page.ours),
          many: await firstAnswer(theirs, page.path),
        })
      }
      report(page.path, rounds)
    }
  } finally {
    await theirs.close()
    await ours.close()
  }
  await benchBusyFeed()
}

function report(path: string, rounds: readonly { few: Cost; many: Cost }[]): void {
  const ratio = median(rounds.map(({ few, many }) => perKilobyte(many) / perKilobyte(few)))
  const [few, many] = [rounds[0]?.few, rounds[0]?.many]
  print(
    path,
    median(rounds.map((one) => one.few.milliseconds)).toFixed(0),
    few?.kilobytes.toFixed(0) ?? '',
    median(rounds.map((one) => one.many.milliseconds)).toFixed(0),
    many?.kilobytes.toFixed(0) ?? '',
    ratio.toFixed(2),
    MAX_RATIO,
    ratio > MAX_RATIO ? 'OVER' : '',
  )
}

function perKilobyte({ cpu, kilobytes }: Cost): number {
  return cpu / Math.max(kilobytes, MIN_KILOBYTES)
}

/** Measured on a freshly started site, after one cheap page has warmed it up. */
async function firstAnswer(
  { startSite }: { startSite: (more: Record<string, string>) => Promise<Running> },
  path: string,
): Promise<Cost> {
  const site = await startSite({ LOG_LEVEL: 'warn', JOBS: 'off' })
  await (await fetch(`${site.url}/about`, { headers: AS_A_BROWSER })).text()
  const { pid = 0 } = site.process
  const [before, began] = [cpuOf(pid), performance.now()]
  const answer = await fetch(site.url + path, { headers: AS_A_BROWSER })
  const html = await answer.text()
  const cost = {
    cpu: cpuOf(pid) - before,
    milliseconds: performance.now() - began,
    kilobytes: html.length / 1000,
  }
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  await stop(site)
  return cost
}
