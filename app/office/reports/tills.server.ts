import { readKey, writeKey } from '#app/components/office/page-key.ts'
import type { Messages } from '#app/i18n/en.ts'
import {
  listTillsOfSpan,
  sumTills,
  type TillMoney,
  type TillOfReport,
  type TillSum,
} from '#modules/bookkeeping/figures/till-report.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import * as paths from '#paths'
import type { Cell } from '#platform/sheets/sheet.ts'
import { dateInCyprus } from '#platform/time.ts'

import { cutPage, rowsToAskFor } from './page-of-rows.ts'
import type { ReportWish } from './report-wish.ts'
import type { Report, ReportColumn } from './report.ts'

/** The sales and counts of the tills: one by one, as in files; by day, or by seller. */
export function reportTills(wish: ReportWish): Promise<Report> {
  return wish.file || wish.by === 'till' ? reportEach(wish) : reportSums(wish)
}

async function reportEach({ period, after, file, words }: ReportWish): Promise<Report> {
  const { columns } = words.office.reports
  const [found, sums] = await Promise.all([
    listTillsOfSpan(period, {
      after: readKey(after, ['openedAt', 'sessionId']),
      ...rowsToAskFor(file),
    }),
    sumTills(period),
  ])
  const { rows, next } = cutPage(found, file, (row) => writeKey(row.openedAt, row.sessionId))
  const names = await listStaffNames(rows.map(({ staffId }) => staffId))
  const total = sums.reduce<TillMoney>(add, NOTHING)
  return {
    columns: [
      { key: 'opened', head: columns.opened, kind: 'moment' },
      { key: 'seller', head: columns.seller, kind: 'text' },
      { key: 'closed', head: columns.closed, kind: 'moment' },
      { key: 'float', head: columns.float, kind: 'cents' },
      ...salesColumns(words),
      ...(file ? moveColumns(words) : []),
      { key: 'expected', head: columns.expected, kind: 'cents' },
      { key: 'counted', head: columns.counted, kind: 'cents' },
      ...differenceColumns(words),
    ],
    rows: rows.map((till) => ({
      key: till.sessionId,
      to: paths.officeTillSession(till.sessionId),
      cells: [
        till.openedAt.epochMilliseconds,
        names.get(till.staffId) ?? till.staffId,
        till.closedAt?.epochMilliseconds ?? null,
        till.floatCents,
        ...salesOf(till),
        ...(file ? movesOf(till) : []),
        ...countOf(till),
      ],
    })),
    totals: [
      null,
      null,
      null,
      null,
      ...salesOf(total),
      ...(file ? movesOf(total) : []),
      null,
      null,
      ...differencesOf(total),
    ],
    chart: {
      columns: [4, 5],
      labels: rows.map(({ openedAt }) => dateInCyprus(openedAt).toString()),
    },
    ...(next && { next }),
  }
}

async function reportSums({ period, by, words }: ReportWish): Promise<Report> {
  const { columns } = words.office.reports
  const sums = await sumTills(period)
  const names = await listStaffNames(sums.map(({ staffId }) => staffId))
  const keyOf = ({ day, staffId }: TillSum) => (by === 'seller' ? staffId : day.toString())
  const rows = new Map<string, TillMoney & { tills: number }>()
  for (const sum of sums) {
    const before = rows.get(keyOf(sum)) ?? { ...NOTHING, tills: 0 }
    rows.set(keyOf(sum), { ...add(before, sum), tills: before.tills + sum.tills })
  }
  const total = sums.reduce<TillMoney>(add, NOTHING)
  return {
    columns: [
      by === 'seller'
        ? { key: 'seller', head: columns.seller, kind: 'text' }
        : { key: 'day', head: columns.day, kind: 'day' },
      { key: 'tills', head: columns.tills, kind: 'count' },
      ...salesColumns(words),
      ...moveColumns(words),
      ...differenceColumns(words),
    ],
    rows: [...rows].map(([key, money]) => ({
      key,
      cells: [names.get(key) ?? key, money.tills, ...moneyOf(money)],
    })),
    totals: [null, sums.reduce((all, { tills }) => all + tills, 0), ...moneyOf(total)],
    chart: { columns: [2, 3], labels: [...rows.keys()].map((key) => names.get(key) ?? key) },
  }
}

const NOTHING: TillMoney = {
  cashSalesCents: 0,
  terminalSalesCents: 0,
  cashRefundsCents: 0,
  terminalRefundsCents: 0,
  movedCents: 0,
  differenceCents: 0,
  correctedCents: 0,
}

function add(one: TillMoney, other: TillMoney): TillMoney {
  return {
    cashSalesCents: one.cashSalesCents + other.cashSalesCents,
    terminalSalesCents: one.terminalSalesCents + other.terminalSalesCents,
    cashRefundsCents: one.cashRefundsCents + other.cashRefundsCents,
    terminalRefundsCents: one.terminalRefundsCents + other.terminalRefundsCents,
    movedCents: one.movedCents + other.movedCents,
    differenceCents: one.differenceCents + other.differenceCents,
    correctedCents: one.correctedCents + other.correctedCents,
  }
}

function salesOf({ cashSalesCents, terminalSalesCents }: TillMoney): Cell[] {
  return [cashSalesCents, terminalSalesCents]
}

function movesOf({ cashRefundsCents, terminalRefundsCents, movedCents }: TillMoney): Cell[] {
  return [cashRefundsCents, terminalRefundsCents, movedCents]
}

function differencesOf({ differenceCents, correctedCents }: TillMoney): Cell[] {
  return [differenceCents, correctedCents]
}

function moneyOf(money: TillMoney): Cell[] {
  return [...salesOf(money), ...movesOf(money), ...differencesOf(money)]
}

/** An open till does not say what is expected in its drawer, because its count is blind. */
function countOf(till: TillOfReport): Cell[] {
  const { countedCents, differenceCents } = till
  if (countedCents === null) return [null, null, null, null]
  return [countedCents - differenceCents, countedCents, ...differencesOf(till)]
}

function salesColumns({ office }: Messages): ReportColumn[] {
  const { columns } = office.reports
  return [
    { key: 'cash-sales', head: columns.cashSales, kind: 'cents' },
    { key: 'terminal-sales', head: columns.terminalSales, kind: 'cents' },
  ]
}

function moveColumns({ office }: Messages): ReportColumn[] {
  const { columns } = office.reports
  return [
    { key: 'cash-refunds', head: columns.cashRefunds, kind: 'cents' },
    { key: 'terminal-refunds', head: columns.terminalRefunds, kind: 'cents' },
    { key: 'moved', head: columns.moved, kind: 'cents' },
  ]
}

function differenceColumns({ office }: Messages): ReportColumn[] {
  const { columns } = office.reports
  return [
    { key: 'difference', head: columns.difference, kind: 'cents' },
    { key: 'corrected', head: columns.corrected, kind: 'cents' },
  ]
}
