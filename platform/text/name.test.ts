import { expect, test } from 'vitest'

import { checkName } from './name.ts'

test.each(['Ángel', '李', 'می\u200Cخواهم', "O'Neill", 'X', 'Ⅳ. Anna'])('%s is a name', (name) => {
  expect(checkName(name)).toBeUndefined()
})

test.each(['', '-', '…', '12345', '👍'])('%j names nobody', (name) => {
  expect(checkName(name)).toMatchObject({ reason: 'name-missing' })
})
