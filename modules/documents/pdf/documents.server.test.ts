import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { codeInQr } from '#modules/tickets/ticket.ts'
import { cents } from '#platform/money.ts'
import {
  exampleNote,
  exampleReceipt,
  exampleTicket,
  MAX_NAME_LENGTH,
} from '#test/fixtures/example-views.ts'
import { openReader } from '#test/fixtures/pdf-reader.ts'

import { printReceipt, printTickets } from './documents.server.ts'

const MAX_BYTES = 60_000 // docs/promises.md, P7

const { read, scan } = openReader()

function lettersIn(text = ''): string {
  return text.replaceAll(/\P{L}+/gu, '')
}

const fullTicket = exampleTicket({
  locale: 'el',
  groupLeader: MAX_NAME_LENGTH,
  passengers: partyOf({ adult: 5, child: 4, student: 4, infant: 2 }),
  priceLines: (['adult', 'child', 'student', 'infant'] as const).map((category) => ({
    category,
    count: 4,
    fareCents: cents(1400),
    totalCents: cents(5600),
  })),
  wheelchairUsers: 1,
  wheelchairNumber: 'W-4F7K2',
  from: {
    ...exampleTicket({ locale: 'el' }).from,
    name: 'Δερύνεια – Λεωφόρος Αρχιεπισκόπου Μακαρίου Γ΄',
    directions: 'Στη στάση απέναντι από το περίπτερο. '.repeat(20),
  },
})

test('a ticket has everything its traveller needs to know', async () => {
  const ticket = exampleTicket({ wheelchairUsers: 1, wheelchairNumber: 'W-4F7K2' })
  const [text = ''] = await read(await printTickets([ticket]))
  const expected = [
    'Booking reference 7KQ2M9XA',
    'Friday 20 November 2026',
    'Departure 08:30',
    'Arrival 09:10',
    'Nicosia – Solomos Square',
    'Larnaca International Airport',
    'Be at the stop by 08:20',
    '10 minutes before departure',
    'Bay 4, on the side of the square',
    'Ada Lovelace',
    '2 adults (over 12)',
    '1 child (2 to 12)',
    '1 infant (under 2, on a lap)',
    'Wheelchair space',
    'Confirmation number: W-4F7K2',
    '2 adults × €9.00 €18.00',
    'Total €22.50',
    'Includes 9% VAT: €1.86',
    'Until 08:30 on Thursday 19 November 2026',
    'cancel for €1.00',
    'on the next scheduled bus',
    '20 kg of luggage',
    '7KQ2M9XA-1',
    'https://halcyon.example/tickets/0123456789abcdefghjkmnpqrs',
    'not valid for travel',
  ]
  for (const words of expected) expect(text).toContain(words)
})

test('in Greek too, with its own wording and money', async () => {
  const [text = ''] = await read(await printTickets([exampleTicket({ locale: 'el' })]))
  const expected = [
    'Παρασκευή 20 Νοεμβρίου 2026',
    'Να είστε στη στάση έως τις 08:20',
    'Επικεφαλής ομάδας Χαράλαμπος Ιωάννου',
    '1 παιδί (2 έως 12 ετών)',
    'Σύνολο 22,50 €',
    'την Πέμπτη 19 Νοεμβρίου 2026, στις 08:30',
  ]
  for (const words of expected) expect(text).toContain(words)
})

test('a valid ticket does not say that it is invalid', async () => {
  const [text] = await read(await printTickets([exampleTicket({ demonstration: false })]))
  expect(text).not.toContain('not valid')
})

test('the QR code can be read from the sheet, also in poor print, and holds the code alone', async () => {
  const ticket = exampleTicket()
  const pdf = await printTickets([ticket])
  for (const scale of [1, 2]) {
    const found = await scan(pdf, scale)
    expect(found?.data).toBe(codeInQr(ticket))
    expect(found?.version).toBe(6)
  }
})

test('a ticket from before codes were signed has the larger dots that it was sold with', async () => {
  const ticket = exampleTicket({ signedCode: null })
  const found = await scan(await printTickets([ticket]), 1)
  expect(found?.data).toBe(ticket.code.toUpperCase())
  expect(found?.version).toBe(2)
})

test('a return is two sheets; the fullest ticket is one', async () => {
  const back = exampleTicket({ number: '7KQ2M9XA-2' })
  const pages = await read(await printTickets([exampleTicket(), back]))
  expect(pages).toHaveLength(2)
  expect(pages[1]).toContain('7KQ2M9XA-2')

  const full = await printTickets([fullTicket])
  const [text, ...more] = await read(full)
  expect(more).toEqual([])
  expect(text).toContain('Ştefănescu-Παπαδοπούλου Ђорђевић')
  expect(text).toContain('Όλες οι ώρες είναι σε ώρα Κύπρου.')
  expect(full.length).toBeLessThan(MAX_BYTES)
})

test.each(['דוד (דודו) לוי', "ג'ורג' בן-דוד", 'شيرين (شوشو) خليل'])(
  'a name in Hebrew or Arabic is printed in its own letters: %s',
  async (groupLeader) => {
    const customer = groupLeader
    const [ticket = ''] = await read(await printTickets([exampleTicket({ groupLeader })]))
    expect(ticket).toContain(groupLeader)
    const [receipt = ''] = await read(await printReceipt(exampleReceipt({ customer })))
    expect(receipt).toContain(groupLeader)
  },
)

test('a name in two scripts has both, and a screen reader gets them in their order', async () => {
  const groupLeader = 'Anna דוד לוי Smith'
  const pdf = await printTickets([exampleTicket({ groupLeader })])
  const [text = ''] = await read(pdf)
  for (const words of ['Anna', 'דוד לוי', 'Smith']) expect(text).toContain(words)
  expect(Buffer.from(pdf).includes(Buffer.from(groupLeader, 'utf16le').swap16())).toBe(true)
})

test.each(['李小龙 🐦', 'Wei 李', 'דוד 李'])(
  'a name with letters that our fonts lack is not cut to another name: %s',
  async (groupLeader) => {
    const [text] = await read(await printTickets([exampleTicket({ groupLeader })]))
    expect(text).toContain('Group leader As in the booking')
  },
)

test('a name is only a name: it cannot write elsewhere on the sheet or into the document', async () => {
  const groupLeader = ') Tj ET /Title (x) >> endobj\r\nTotal €0.00 \\( \u202Eevil\u0000'
  const pdf = await printTickets([exampleTicket({ groupLeader })])
  const [text] = await read(pdf)
  expect(text).toContain(') Tj ET /Title (x) >> endobj Total €0.00 \\( evil')
  expect(Buffer.from(pdf).toString('latin1')).not.toContain('(x) >> endobj')
})

test('the same ticket gives the same bytes, and another one does not', async () => {
  const first = await printTickets([exampleTicket()])
  expect(await printTickets([exampleTicket()])).toEqual(first)
  expect(await printTickets([exampleTicket({ groupLeader: 'Grace Hopper' })])).not.toEqual(first)
})

test('a screen reader gets the language, the title and every word, and no decoration', async () => {
  for (const pdf of [
    await printTickets([fullTicket]),
    await printReceipt(exampleReceipt({ locale: 'el' })),
    await printReceipt(exampleNote('el')),
  ]) {
    const raw = Buffer.from(pdf).toString('latin1')
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(raw).toContain('/Lang (el-CY)')
    expect(raw).toContain('/DisplayDocTitle true')
    expect(raw).toContain('/Marked true')
    expect(paintedOutsideOfMarks(raw)).toEqual([])
  }
})

/** Everything painted outside marked content: neither text nor marked as decoration. */
function paintedOutsideOfMarks(raw: string): string[] {
  const streams = Array.from(
    raw.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g),
    ([, body = '']) => body,
  )
  const contents = streams.map(inflated).filter((content) => content.includes(' BDC\n'))
  expect(contents.length).toBeGreaterThan(0)
  return contents.flatMap((content) => {
    let open = 0
    return content.split('\n').filter((operation) => {
      if (operation.endsWith('BDC') || operation.endsWith('BMC')) open += 1
      if (operation === 'EMC') open -= 1
      return open === 0 && /(?:^|\s)(?:TJ|Tj|f\*?|S|B)$/.test(operation)
    })
  })
}

function inflated(body: string): string {
  try {
    return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}

test('words can be copied from every document, whatever was printed before it', async () => {
  await printTickets([exampleTicket({ locale: 'el', groupLeader: 'ΈΎΉΊΌΏΆ ÀÉÎÕÜÇ ΐΰ éüñ' })])
  const letters = [
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'αβγδεζηθικλμνξοπρστυφχψως',
  ]
  for (const groupLeader of letters) {
    const [text] = await read(await printTickets([exampleTicket({ groupLeader })]))
    expect(text).toContain(groupLeader)
  }
})

test('the longest name is printed in full, in capitals too', async () => {
  const groupLeader = 'ΠΑΠΑΔΟΠΟΥΛΟΥ-ΧΑΤΖΗΜΙΧΑΗΛ ΜΑΡΙΑ-ΑΙΚΑΤΕΡΙΝΗ '.repeat(3).slice(0, 100).trim()
  const pages = await read(await printTickets([{ ...fullTicket, groupLeader }]))
  expect(pages).toHaveLength(1)
  expect(lettersIn(pages[0])).toContain(lettersIn(groupLeader))
})

test('a ticket issued for a missed bus does not promise another one', async () => {
  const [text] = await read(await printTickets([exampleTicket({ missed: true })]))
  expect(text).toContain('It is valid only on this bus')
  expect(text).not.toContain('on the next scheduled bus')
})
