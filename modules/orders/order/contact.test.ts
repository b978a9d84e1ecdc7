import { expect, test } from 'vitest'

import { checkContact } from './contact.ts'

const check = (name: string) => checkContact({ name, email: 'anna@example.com' })

test.each(['You won: www.evil.example', 'https://evil.example', 'Go to evil.example/prize'])(
  'a name cannot be the address of a site: %s',
  (name) => {
    expect(check(name)).toEqual([{ ok: false, reason: 'name-with-site' }])
  },
)

test.each(['St. John', 'J.P. Morgan', 'Α.Β. Γεωργίου', 'St.John', 'Anna/Maria', 'Dr.Nikos Www'])(
  'a name may contain dots and slashes: %s',
  (name) => {
    expect(check(name)).toEqual([])
  },
)
