import { expect, test } from 'vitest'

import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'

import { claimAct, findAct } from './once.server.ts'

const NOON = Temporal.Instant.from('2026-12-02T10:00:00Z')

test('a form that is under way cannot be claimed again for half a minute', async () => {
  const { staffId } = await addStaffMember({ roles: ['editor'], now: NOON })
  const at = (seconds: number) => {
    return { once: 'a-key-of-the-form', staffId, now: NOON.add({ seconds }) }
  }
  expect(await findAct(at(0))).toBeUndefined()
  expect(await claimAct(at(0))).toEqual({ state: 'new' })
  expect(await findAct(at(30))).toEqual({ state: 'under-way' })
  expect(await claimAct(at(30))).toEqual({ state: 'under-way' })
  expect(await findAct({ ...at(30), staffId: 'another-member' })).toBeUndefined()
  expect(await findAct(at(31))).toBeUndefined()
  expect(await claimAct(at(31))).toEqual({ state: 'new' })
  expect(await findAct(at(32))).toEqual({ state: 'under-way' })
})
