import { expect, test } from 'vitest'

import { operator } from '#operator'

import { fieldsOf, readCompany, type CompanyFields } from './company-fields.ts'

const read = (typed: Partial<CompanyFields>) =>
  readCompany({ ...fieldsOf(operator), ...typed }, operator, 2026)

test('what was not changed stays as it is, even a placeholder that is no number', () => {
  expect(read({})).toEqual({ company: operator, problems: [] })
})

test('what was typed is tidied before it is compared and kept', () => {
  const { company, problems } = read({
    name: '  Kingfisher  Lines ',
    phone: '22123456',
    vatNumber: 'cy 10000000 a',
    networks: '\nFacebook   https://www.facebook.com/kingfisher\n\n',
    sellsOnBoard: '',
  })
  expect(problems).toEqual([])
  expect(company).toEqual({
    ...operator,
    name: 'Kingfisher Lines',
    phone: '+357 22 123456',
    vatNumber: 'CY10000000A',
    networks: [{ name: 'Facebook', address: 'https://www.facebook.com/kingfisher' }],
    sellsOnBoard: false,
  })
})

test.each<[Partial<CompanyFields>, string]>([
  [{ name: ' ' }, 'missing'],
  [{ legalName: 'x'.repeat(101) }, 'too-long'],
  [{ licence: '<b>1</b>' }, 'signs'],
  [{ 'address-en': '[1](x)' }, 'signs'],
  [{ foundedIn: '2027' }, 'year'],
  [{ foundedIn: '92' }, 'year'],
  [{ vatNumber: 'CY1000000A' }, 'vat-number'],
  [{ email: 'hello' }, 'email'],
  [{ phone: '12' }, 'phone'],
  [{ hoursFrom: '8:00' }, 'hours'],
  [{ hoursUntil: '08:30' }, 'hours'],
  [{ networks: 'Facebook http://www.facebook.com/' }, 'networks'],
  [{ networks: 'https://www.facebook.com/' }, 'networks'],
  [{ networks: 'A https://a.example\nA https://b.example' }, 'networks'],
])('%j is refused: %s', (typed, reason) => {
  expect(read(typed).problems).toEqual([{ field: Object.keys(typed)[0], reason }])
})

test('the longest fact, the present year and ten pages are accepted', () => {
  const networks = Array.from({ length: 10 }, (_, at) => `N${at} https://n.example/${at}`)
  const typed = { name: 'x'.repeat(100), foundedIn: '2026', networks: networks.join('\n') }
  expect(read(typed).problems).toEqual([])
  const more = { networks: [...networks, 'N https://n.example/'].join('\n') }
  expect(read(more).problems).toMatchObject([{ field: 'networks' }])
})
