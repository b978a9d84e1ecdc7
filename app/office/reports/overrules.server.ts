import { readKey, writeKey } from '#app/components/office/page-key.ts'
import type { Messages } from '#app/i18n/en.ts'
import {
  listOverrules,
  sumOverrules,
  type Given,
  type OverruleSum,
} from '#modules/bookkeeping/figures/overrule-report.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import * as paths from '#paths'
import { dateInCyprus } from '#platform/time.ts'

import { cutPage, rowsToAskFor } from './page-of-rows.ts'
import type { ReportWish } from './report-wish.ts'
import type { Report, ReportColumn } from './report.ts'

/** The overrules: by reason, person or rule; one by one, as in files. */
export function reportOverrules(wish: ReportWish): Promise<Report> {
  return wish.file || wish.by === 'each' ? reportEach(wish) : reportSums(wish)
}

async function reportSums({ period, by, words }: ReportWish): Promise<Report> {
  const { reason, giver, rule } = words.office.reports.columns
  const given = await sumOverrules(period)
  const names = await namesOf(given)
  const { head, keyOf, nameOf } = {
    reason: { head: reason, keyOf: codeOf, nameOf: (one: Given) => reasonIn(words, one.code) },
    person: { head: giver, keyOf: giverOf, nameOf: (one: Given) => names(one.by) },
    rule: { head: rule, keyOf: ruleOf, nameOf: (one: Given) => ruleIn(words, one.rule) },
  }[by === 'person' || by === 'rule' ? by : 'reason']
  const sums = new Map<string, Sum & { name: string }>()
  for (const one of given) {
    const before = sums.get(keyOf(one)) ?? NOTHING
    sums.set(keyOf(one), { ...add(before, one), name: nameOf(one) })
  }
  const dearestFirst = [...sums].toSorted(([, one], [, other]) => other.cents - one.cents)
  const total = given.reduce(add, NOTHING)
  return {
    columns: [
      { key: 'name', head, kind: 'text' },
      { key: 'times', head: words.office.reports.columns.times, kind: 'count' },
      costColumn(words),
    ],
    rows: dearestFirst.map(([key, { name, times, cents }]) => ({
      key,
      cells: [name, times, cents],
    })),
    totals: [null, total.times, total.cents],
    chart: { columns: [2], labels: dearestFirst.map(([, { name }]) => name) },
  }
}

async function reportEach({ period, after, file, words }: ReportWish): Promise<Report> {
  const { columns } = words.office.reports
  const [found, sums] = await Promise.all([
    listOverrules(period, {
      after: readKey(after, ['givenAt', 'overruleId']),
      ...rowsToAskFor(file),
    }),
    sumOverrules(period),
  ])
  // The sum of the whole period stands under every page of it.
  const total = sums.reduce(add, NOTHING)
  const { rows, next } = cutPage(found, file, (row) => writeKey(row.givenAt, row.overruleId))
  const names = await namesOf(rows)
  return {
    columns: [
      { key: 'given', head: columns.given, kind: 'moment' },
      { key: 'rule', head: columns.rule, kind: 'text' },
      { key: 'reason', head: columns.reason, kind: 'text' },
      ...(file ? [{ key: 'code', head: columns.code, kind: 'text' } as const] : []),
      { key: 'giver', head: columns.giver, kind: 'text' },
      { key: 'booking', head: columns.booking, kind: 'text' },
      costColumn(words),
    ],
    rows: rows.map(({ overruleId, givenAt, rule, code, by, reference, waivedCents }) => ({
      key: overruleId,
      ...(reference && { to: paths.officeBooking(reference) }),
      cells: [
        givenAt.epochMilliseconds,
        ruleIn(words, rule),
        reasonIn(words, code),
        ...(file ? [code] : []),
        names(by),
        reference,
        waivedCents,
      ],
    })),
    totals: [...Array<null>(file ? 6 : 5).fill(null), total.cents],
    chart: {
      columns: [5],
      labels: rows.map(({ givenAt }) => dateInCyprus(givenAt).toString()),
    },
    ...(next && { next }),
  }
}

type Sum = { times: number; cents: number }
const NOTHING: Sum = { times: 0, cents: 0 }

function add(sum: Sum, { times, waivedCents }: OverruleSum): Sum {
  return { times: sum.times + times, cents: sum.cents + waivedCents }
}

function costColumn({ office }: Messages): ReportColumn {
  return { key: 'cost', head: office.reports.columns.cost, kind: 'cents' }
}

function ruleIn({ office }: Messages, rule: Given['rule']): string {
  return office.reports.rules[rule]
}

function reasonIn({ office }: Messages, code: Given['code']): string {
  return office.changes.overrule.codes[code]
}

/** Names by actors, as the audit spells them. */
async function namesOf(given: readonly Pick<Given, 'by'>[]): Promise<(by: string) => string> {
  const names = await listStaffNames(given.map(({ by }) => staffIdOf(by)))
  return (by) => names.get(staffIdOf(by)) ?? by
}

function staffIdOf(by: string): string {
  return by.replace(/^staff:/, '')
}

function codeOf({ code }: Given): string {
  return code
}

function giverOf({ by }: Given): string {
  return by
}

function ruleOf({ rule }: Given): string {
  return rule
}
