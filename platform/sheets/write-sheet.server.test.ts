import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test, vi } from 'vitest'

import type { Sheet } from './sheet.ts'
import { writeSheet } from './write-sheet.server.ts'

/* The other thread loads the program again, without the mocks of this file. */

vi.mock(import('./write-csv.server.ts'), () => ({ writeCsv: failHere }))
vi.mock(import('./write-xlsx.server.ts'), () => ({ writeXlsx: failHere }))

afterAll(() => {
  vi.doUnmock('./write-csv.server.ts')
  vi.doUnmock('./write-xlsx.server.ts')
})

const SHEET: Sheet = {
  title: 'Έσοδα',
  locale: 'el',
  columns: [{ head: 'Ημέρα', kind: 'text' }],
  rows: [['Κυριακή'], [null]],
}

test('a file is not written on the thread that answers visitors', async () => {
  const csv = await writeSheet({ format: 'csv', sheet: SHEET })
  expect(Buffer.from(csv).toString()).toBe('\uFEFFΗμέρα\r\nΚυριακή\r\n\r\n')
  const xlsx = await writeSheet({ format: 'xlsx', sheet: SHEET })
  expect(strFromU8(unzipSync(xlsx)['xl/sharedStrings.xml'] ?? new Uint8Array())).toContain(
    'Κυριακή',
  )
})

function failHere(): never {
  throw new Error('written on the thread that answers visitors')
}
