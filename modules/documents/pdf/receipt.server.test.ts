import { expect, test } from 'vitest'

import { cents } from '#platform/money.ts'
import { exampleNote, exampleReceipt, MAX_NAME_LENGTH } from '#test/fixtures/example-views.ts'
import { openReader } from '#test/fixtures/pdf-reader.ts'

import { printReceipt } from './documents.server.ts'

const MAX_BYTES = 60_000 // docs/promises.md, P7

const { read } = openReader()

test('a receipt has everything an accountant needs', async () => {
  const [text = ''] = await read(await printReceipt(exampleReceipt()))
  const expected = [
    'Receipt',
    'R-000042',
    'Halcyon Airport Shuttle Ltd',
    'VAT number: CY00000000X',
    'Company number: HE 000000',
    '10 November 2026, 12:00',
    'Nicosia – Larnaca Airport, Friday 20 November 2026, 08:30',
    '2 adults €9.00 9 % €18.00',
    '9 % €20.64 €1.86 €22.50',
    'Total €22.50',
    'Paid by: card, Visa •••• 4242',
    'no legal effect',
  ]
  for (const words of expected) expect(text).toContain(words)
})

test('a credit note names the receipt it corrects and the fee that is kept, and adds up', async () => {
  const [english = ''] = await read(await printReceipt(exampleNote('en')))
  const expected = [
    'Credit note',
    'C-000007',
    'Corrects receipt R-000042',
    'Cancellation fee 9 % −€1.00',
    '9 % €19.72 €1.78 €21.50',
    'Total €21.50',
    'Refunded to: card, Visa •••• 4242',
  ]
  for (const words of expected) expect(english).toContain(words)

  const [greek = ''] = await read(await printReceipt(exampleNote('el')))
  const inGreek = [
    'Πιστωτικό σημείωμα',
    'Διορθώνει την απόδειξη R-000042',
    'Παρακράτηση τέλους ακύρωσης 9 % −1,00 €',
    '9 % 19,72 € 1,78 € 21,50 €',
    'Επιστροφή σε: κάρτα Visa •••• 4242',
  ]
  for (const words of inGreek) expect(greek).toContain(words)
})

test('when a receipt and a credit note are set off, only the difference is paid or refunded', async () => {
  const setOff = { against: 'C-000007', amountCents: cents(1800) }
  const [text] = await read(await printReceipt(exampleReceipt({ setOff })))
  expect(text).toContain('Set off against C-000007: €18.00')
  expect(text).toContain('Paid by: card, Visa •••• 4242, €4.50')

  const whole = { ...setOff, amountCents: cents(2250) }
  const [none] = await read(await printReceipt(exampleReceipt({ setOff: whole, cards: [] })))
  expect(none).toContain('Set off against C-000007: €22.50')
  expect(none).not.toContain('Paid by')
})

test('an unnamed card is printed as a card, and a total of zero names none', async () => {
  const [unnamed] = await read(await printReceipt(exampleReceipt({ cards: [] })))
  expect(unnamed).toContain('Paid by: card Fares')
  const free = exampleReceipt({ cards: [], lines: [], totalCents: cents(0) })
  expect((await read(await printReceipt(free)))[0]).toContain('Paid by: nothing to pay')
})

test('four rides with full parties fit on one receipt', async () => {
  const { lines } = exampleReceipt({ locale: 'el' })
  const [line] = lines
  const many = [1, 2, 3, 4].flatMap((day) =>
    (['adult', 'child', 'student', 'infant'] as const).map((category) => ({
      ...line!,
      category,
      departsAt: line!.departsAt.add({ hours: 24 * day }),
    })),
  )
  const receipt = exampleReceipt({ locale: 'el', lines: many, customer: MAX_NAME_LENGTH })
  const pdf = await printReceipt(receipt)
  expect(await read(pdf)).toHaveLength(1)
  expect(pdf.length).toBeLessThan(MAX_BYTES)
})
