import { expect, test } from 'vitest'

import { el } from './el.ts'

test('a single departure that is not named is singular', () => {
  expect([1, 2].map(el.more)).toEqual(['και ακόμη 1', 'και άλλα 2'])
})
