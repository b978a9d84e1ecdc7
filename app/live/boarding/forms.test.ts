import { expect, test, vi } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'

import { giveUpDuty } from './forms.ts'

/* The reports of a phone, without its page and its disk; e2e/specs has both. */

const { said, work } = vi.hoisted(() => ({
  said: [] as string[],
  work: { forms: [] as unknown[] },
}))
vi.mock(import('./page.ts'), async () => {
  const { MESSAGES: all } = await import('#app/i18n/messages.ts')
  return { words: all.en.office.boarding.phone, fill: () => '' }
})
vi.mock(import('./work.ts'), () => ({ work, forget: () => Promise.resolve() }) as never)
vi.mock(import('./notices.ts'), () => {
  return { addNotices: (lost: string[]) => Promise.resolve(void said.push(...lost)) } as never
})

test('a phone that the office blocks tells the driver why its reports are lost', async () => {
  work.forms = [{ fields: { intent: 'left' }, since: 0, bus: '14:00 Larnaca Airport' }]
  await giveUpDuty()
  const { notices } = MESSAGES.en.office.boarding.phone
  expect(said).toEqual([`${notices.left} (14:00 Larnaca Airport): ${notices.blocked}`])
  expect(notices.blocked).toContain('the office has blocked this phone')
  expect(MESSAGES.el.office.boarding.phone.notices.blocked).toContain('απέκλεισε')
  expect(work.forms).toEqual([])
})
