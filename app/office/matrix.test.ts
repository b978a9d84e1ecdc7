import { beforeAll, describe, expect, test } from 'vitest'

import { OFFICE, PERMISSIONS, type Entry, type OfficePattern } from '#app/permissions.ts'
import { ROLES, type Role } from '#modules/staff/people/roles.ts'
import { addStaff, endSession, giveCodes, suspend } from '#test/fixtures/office.ts'
import { openSite } from '#test/fixtures/open-site.ts'

/*
 * Every role at every page of the office, as a document and as data, and at every act. What is
 * expected is computed from the table of permissions.
 */

const HERE = 'http://localhost:3000'
const entries = Object.entries(OFFICE) as [OfficePattern, Entry][]
const guarded = entries.filter(([, { see }]) => see !== 'anybody')

let ask: (request: Request) => Promise<Response>
const cookies = new Map<string, string>()

beforeAll(async () => {
  ask = await openSite()
  for (const role of ROLES) cookies.set(role, (await addStaff(role)).browser.cookie)
})

/** The page with ids that name nothing: a member who may see it is told so, with a 404. */
function addressOf(pattern: OfficePattern): string {
  return pattern.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
}

function send(path: string, as?: string, form?: Record<string, string>) {
  const headers = new Headers(as ? { cookie: cookies.get(as) ?? '' } : {})
  const body = form && new URLSearchParams(form)
  return ask(new Request(HERE + path, { headers, ...(body && { method: 'POST', body }) }))
}

function mayRole(role: Role, permission: keyof typeof PERMISSIONS | 'anybody'): boolean {
  const granted: readonly Role[] = permission === 'anybody' ? ROLES : PERMISSIONS[permission]
  return granted.includes(role)
}

describe.each(guarded)('%s', (pattern, { see, acts = {} }) => {
  const path = addressOf(pattern)

  test('nobody is led to the log-in, for the document, its data and its acts', async () => {
    const document = await send(path)
    expect([document.status, document.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/office/login'),
    ])
    const asData = await send(`${path}.data`)
    expect(asData.status).not.toBe(200)
    expect(await asData.text()).toContain('/office/login')
    for (const intent of Object.keys(acts)) {
      expect((await send(path, undefined, { intent, once: 'sent-by-a-stranger' })).status).toBe(303)
    }
  })

  test.each(ROLES)('a %s sees it only with its permission', async (role) => {
    const isAllowed = mayRole(role, see)
    const expected = [isAllowed, !isAllowed]
    // Whoever may see the page is shown it once; whoever may not tries every way.
    const ways = isAllowed ? [path] : [path, `/el${path}`, `${path}.data`]
    for (const address of ways) {
      const { status } = await send(address, role)
      const isShown = [200, 303, 404].includes(status)
      expect([address, isShown, status === 403]).toEqual([address, ...expected])
    }
  })

  test.each(ROLES)('a %s acts on it only with the permission of each act', async (role) => {
    for (const [intent, { needs }] of Object.entries(acts)) {
      const once = `matrix-${role}-${intent}`.padEnd(16, '-').slice(0, 64)
      const answer = await send(path, role, { intent, once })
      const text = await answer.text()
      const isStopped = answer.status === 403 && text.includes('Your role does not allow this')
      const isAllowed = mayRole(role, see) && mayRole(role, needs)
      expect([intent, isStopped]).toEqual([intent, !isAllowed])
      expect([intent, answer.status >= 500]).toEqual([intent, false])
    }
  })
})

const addressed = guarded.filter(([pattern]) => pattern.includes(':'))

test.each(addressed)(
  '%s: an id that cannot be one is no fault of ours',
  async (pattern, { acts = {} }) => {
    const owner = await addStaff('owner')
    cookies.set('careless', owner.browser.cookie)
    const codeOf = await giveCodes(owner)
    for (const strange of ['%20', '0', '-1', '%CF%80', 'x'.repeat(300)]) {
      const path = pattern.replaceAll(/:\w+/g, strange)
      expect([path, (await send(path, 'careless')).status]).toEqual([
        path,
        expect.toBeOneOf([303, 404]),
      ])
      for (const [intent, { confirm }] of Object.entries(acts)) {
        const code = confirm ? { code: await codeOf() } : {}
        const form = { intent, once: crypto.randomUUID(), seen: '0', amount: '1.00', ...code }
        const { status } = await send(path, 'careless', { ...form, reason: 'Tried everything' })
        expect([path, intent, status < 500]).toEqual([path, intent, true])
      }
    }
  },
)

test('a session of a suspended member, or one that has ended, opens nothing', async () => {
  const suspended = await addStaff('owner')
  cookies.set('suspended', suspended.browser.cookie)
  await suspend(suspended)
  const ended = await addStaff('owner')
  cookies.set('ended', ended.browser.cookie)
  await endSession(ended)
  for (const [pattern] of guarded) {
    for (const who of ['suspended', 'ended']) {
      expect([pattern, who, (await send(addressOf(pattern), who)).status]).toEqual([
        pattern,
        who,
        303,
      ])
    }
  }
})
