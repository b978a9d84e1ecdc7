import { expect, test } from 'vitest'

import { checkContact } from './contact.ts'

const check = (name: string) => checkContact({ name, email: 'anna@example.com' })

test.each([
  'You won: www.evil.example',
  'https://evil.example',
  'Go to evil.example/prize',
  'You won: evil.com',
  'Prize at evil.example',
  'win@evil.com',
  'EVIL.RU',
  'Evil.Com',
  'x.com',
  'κέρδη.online!',
  'evil。shop',
  'St.evil.gr',
])('a name cannot be the address of a site: %s', (name) => {
  expect(check(name)).toEqual([{ ok: false, reason: 'name-with-site' }])
})

test.each([
  'St. John',
  'J.P. Morgan',
  'Α.Β. Γεωργίου',
  'St.John',
  'Anna/Maria',
  'Dr.Nikos Www',
  'J.R. Smith',
  'Maria A.Papadopoulou',
  'maria.georgiou',
  'Dr.Page',
  'A.Link',
  'Wei.Li',
  'Eleni M.Sc.',
  'John Smith Jr.',
])('a name may contain dots and slashes: %s', (name) => {
  expect(check(name)).toEqual([])
})
