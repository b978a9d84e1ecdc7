import { expect, test } from 'vitest'

import { actorText, originOf, TRAVELLER, type Actor } from './actor.ts'

test.each<[Actor, string, string]>([
  [TRAVELLER, 'traveller', 'traveller'],
  [{ kind: 'staff', staffId: 's1' }, 'staff:s1', 'staff'],
  [{ kind: 'admin', name: 'maria' }, 'admin:maria', 'staff'],
  [{ kind: 'import', name: 'console' }, 'import:console', 'system'],
  [{ kind: 'job', name: 'reconcile' }, 'job:reconcile', 'system'],
])('%o is spelled %s in the audit, and %s where an act comes from', (by, text, origin) => {
  expect(actorText(by)).toBe(text)
  expect(originOf(by)).toBe(origin)
})
