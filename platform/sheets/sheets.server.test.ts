import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import type { Sheet } from './sheet.ts'
import { writeCsv } from './write-csv.server.ts'
import { writeXlsx } from './write-xlsx.server.ts'

const SHEET: Sheet = {
  title: 'Έσοδα & <φόροι>',
  locale: 'en',
  columns: [
    { head: 'Day', kind: 'day' },
    { head: 'Διαδρομή', kind: 'text' },
    { head: 'Sold', kind: 'cents' },
    { head: 'Issued', kind: 'moment' },
  ],
  rows: [
    ['2026-11-22', '=HYPERLINK("x")', 123_456, Date.parse('2026-11-22T12:05:00Z')],
    ['2026-11-23', 'NL; "fast" <b> &\u0001', -950, null],
  ],
  totals: [null, null, 122_506, null],
}

test('a CSV file is in the language of its page: Greek spreadsheets expect ; and a decimal comma', () => {
  expect(writeCsv(SHEET).startsWith('\uFEFF')).toBe(true)
  expect(parse(writeCsv(SHEET), { bom: true })).toEqual([
    ['Day', 'Διαδρομή', 'Sold', 'Issued'],
    ['2026-11-22', `'=HYPERLINK("x")`, '1234.56', '2026-11-22 14:05'],
    ['2026-11-23', 'NL; "fast" <b> &\u0001', '-9.50', ''],
    ['', '', '1225.06', ''],
  ])
  expect(parse(writeCsv({ ...SHEET, locale: 'el' }), { bom: true, delimiter: ';' })).toContainEqual(
    ['2026-11-23', 'NL; "fast" <b> &\u0001', '-9,50', ''],
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1'])(
  'a text that a spreadsheet would compute gets an apostrophe in a CSV file: %j',
  (text) => {
    expect(parse(writeCsv(ofOne(text)))).toContainEqual([`'${text}`])
  },
)

test.each(['=1+1', '+357 99 123456', '-', '@Anna', "'Abd al-Rahman", '＝1+1'])(
  'an Excel file has it as a text, as it was typed: %j',
  async (text) => {
    expect(await readTexts(ofOne(text))).toContain(`>${text}</t>`)
    const sheet = await readFile(ofOne(text), 'xl/worksheets/sheet1.xml')
    expect(sheet).not.toContain('<f>')
    expect(sheet.match(/<c [^>]*r="A2"[^>]*>/)?.[0]).toContain('t="s"')
  },
)

test('an Excel file has numbers as numbers, days as days, and no formula', async () => {
  const sheet = await readFile(SHEET, 'xl/worksheets/sheet1.xml')
  for (const value of ['1234.56', '-9.5', '1225.06']) expect(sheet).toContain(`<v>${value}</v>`)
  // Days are counted from the end of 1899.
  expect(sheet).toContain('<v>46348</v>')
  expect(sheet).not.toContain('<f>')
  expect(await readTexts(SHEET)).toContain('>2026-11-22 14:05</t>')
})

test('an Excel file keeps signs of XML as text, and leaves out what XML cannot have', async () => {
  expect(await readTexts(SHEET)).toContain('>NL; "fast" &lt;b&gt; &amp;</t>')
  expect(await readTexts(ofOne('half \uD83D of a sign'))).toContain('>half  of a sign</t>')
  const workbook = await readFile(SHEET, 'xl/workbook.xml')
  expect(workbook).toContain('name="Έσοδα &amp; &lt;φόροι&gt;"')
})

function ofOne(text: string): Sheet {
  return { title: 'One', locale: 'en', columns: [{ head: 'Text', kind: 'text' }], rows: [[text]] }
}

function readTexts(sheet: Sheet): Promise<string> {
  return readFile(sheet, 'xl/sharedStrings.xml')
}

async function readFile(sheet: Sheet, name: string): Promise<string> {
  return strFromU8(unzipSync(await writeXlsx(sheet))[name] ?? new Uint8Array())
}
