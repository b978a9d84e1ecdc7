import { expect, test } from 'vitest'

import { closeTill, openTill } from '#modules/payments/till/till.server.ts'
import { resetFactors } from '#modules/staff/access/break-glass.server.ts'
import {
  changeRoles,
  dismissMember,
  suspendMember,
} from '#modules/staff/access/change-member.server.ts'
import { addAuthenticator, offerAuthenticator } from '#modules/staff/keys/authenticators.server.ts'
import { codeOf, stepAt } from '#modules/staff/keys/totp.server.ts'
import { findInvitation } from '#modules/staff/people/invite.server.ts'
import { findStaff } from '#modules/staff/sign-in/find-staff.server.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import {
  dismissEverybody,
  listMailedTokens,
  listStoredLinks,
} from '#test/fixtures/sample-staff.server.ts'

import { action as changeAction, loader as loadOne } from './one.tsx'
import { action as inviteAction, loader as loadAll } from './page.tsx'
import type { MemberView } from './view.server.ts'

const ALL = '/office/staff'
const ONE = '/office/staff/:id'

type Owner = Colleague & { code: () => string }

/** An owner with an authenticator; each code is a new one. */
async function addOwner(): Promise<Owner> {
  const colleague = await addStaff('owner')
  const { staffId } = colleague
  const { secret, sealed } = await offerAuthenticator({ staffId, email: 'o@halcyon.example' })
  const code = codeOf(secret, stepAt(now()))
  await inTransaction((tx) => addAuthenticator(tx, { staffId, sealed, code, now: now() }))
  return {
    ...colleague,
    code: () => {
      shiftClock({ seconds: 30 })
      return codeOf(secret, stepAt(now()))
    },
  }
}

type Shown = { problems: { fieldId: string; sentence: string }[] }

function invite(as: Owner, form: Record<string, string>) {
  const sent = { code: as.code(), ...form }
  return act<Shown>(inviteAction, { as, pattern: ALL, intent: 'invite', form: sent })
}

async function change(
  as: Owner,
  staffId: string,
  intent: string,
  form: Record<string, string> = {},
) {
  const opened = await openOffice<{ seen: number }>(loadOne, {
    as,
    pattern: ONE,
    params: { id: staffId },
  })
  const sent = { code: as.code(), seen: String(opened.shown.seen), ...form }
  return act<Shown>(changeAction, { as, pattern: ONE, params: { id: staffId }, intent, form: sent })
}

const HERE = 'http://localhost:3000/office'
const SELLER = { 'role-seller': 'yes' }
const find = async (as: Colleague, staffId: string) =>
  (await openOffice<{ member: MemberView }>(loadOne, { as, pattern: ONE, params: { id: staffId } }))
    .shown.member
const idIn = (location: string) => location.split('/').at(-1) ?? ''
const ELENI = {
  name: 'Eleni Example',
  email: 'Eleni@halcyon.example',
  locale: 'el',
  'role-seller': 'yes',
}

test('an owner invites a member, who is listed and gets a link that is stored as a digest', async () => {
  const owner = await addOwner()
  const answer = await invite(owner, { ...ELENI, reason: 'Summer season' })
  expect(answer.status).toBe(303)
  const staffId = idIn(answer.location)
  expect(await find(owner, staffId)).toMatchObject({
    email: 'eleni@halcyon.example',
    locale: 'el',
    roles: ['seller'],
    state: 'invited',
    link: { kind: 'invitation' },
  })
  const { shown } = await openOffice<{ members: MemberView[] }>(loadAll, {
    as: owner,
    pattern: ALL,
  })
  expect(shown.members.map((member) => member.staffId)).toContain(staffId)
  const [token = ''] = await listMailedTokens('eleni@halcyon.example')
  expect(await findInvitation(token, now())).toMatchObject({ staffId })
  expect(JSON.stringify(await listStoredLinks())).not.toContain(token)
})

test('an invitation is refused with a sentence at its field, and keeps what was typed', async () => {
  const owner = await addOwner()
  await invite(owner, { ...ELENI, email: 'twice@halcyon.example' })
  const fieldOf = async (form: Record<string, string>) =>
    (await invite(owner, form)).shown.problems[0]?.fieldId
  expect(await fieldOf({ ...ELENI, email: 'Twice@halcyon.example' })).toBe('email')
  expect(await fieldOf({ ...ELENI, email: 'no address' })).toBe('email')
  expect(await fieldOf({ ...ELENI, name: '' })).toBe('name')
  expect(await fieldOf({ ...ELENI, 'role-seller': '' })).toBe('roles')
})

test('a new link replaces the former one', async () => {
  const owner = await addOwner()
  const staffId = idIn((await invite(owner, { ...ELENI, email: 'again@halcyon.example' })).location)
  expect((await change(owner, staffId, 'resend')).status).toBe(303)
  const tokens = await listMailedTokens('again@halcyon.example')
  const found = await Promise.all(tokens.map((token) => findInvitation(token, now())))
  expect(found.map(Boolean)).toEqual([false, true])
})

test('other roles end the sessions of the member', async () => {
  const owner = await addOwner()
  const seller = await addStaff('seller')
  const roles = { 'role-dispatcher': 'yes', 'role-seller': 'yes', reason: 'Covers for Maria' }
  expect((await change(owner, seller.staffId, 'roles', roles)).status).toBe(303)
  expect(await find(owner, seller.staffId)).toMatchObject({
    roles: ['dispatcher', 'seller'],
    sessions: 0,
  })
  expect((await change(owner, seller.staffId, 'roles')).shown.problems).toEqual([
    { fieldId: 'roles', sentence: 'Choose at least one role.' },
  ])
})

test('a suspended member is shut out, and let in again', async () => {
  const owner = await addOwner()
  const seller = await addStaff('seller')
  expect((await change(owner, seller.staffId, 'suspend')).status).toBe(303)
  expect(await find(owner, seller.staffId)).toMatchObject({ state: 'suspended', sessions: 0 })
  expect((await change(owner, seller.staffId, 'suspend')).status).toBe(422)
  expect((await change(owner, seller.staffId, 'resume')).status).toBe(303)
  expect(await find(owner, seller.staffId)).toMatchObject({ state: 'active' })
})

test('a member who leaves is shut out for good, and the audit still names them', async () => {
  const owner = await addOwner()
  const former = await addOwner()
  const cookie = { headers: { cookie: former.browser.cookie } }
  expect(await findStaff(new Request(HERE, cookie), now())).toBeDefined()
  expect((await change(owner, former.staffId, 'leave', { reason: 'New job' })).status).toBe(303)
  expect(await findStaff(new Request(HERE, cookie), now())).toBeUndefined()
  expect(await find(owner, former.staffId)).toMatchObject({
    name: 'Maria Example',
    state: 'left',
    roles: [],
    hasAuthenticator: false,
    sessions: 0,
  })
  const [entry] = await listEntries(`staff:${former.staffId}`, 1)
  expect(entry).toMatchObject({ action: 'left', before: { roles: ['owner'] } })
  for (const intent of ['leave', 'suspend', 'resume', 'roles'])
    expect([intent, (await change(owner, former.staffId, intent, SELLER)).status]).toEqual([
      intent,
      422,
    ])
  const { email } = await find(owner, former.staffId)
  const by = { kind: 'admin', name: 'andreas' } as const
  const reset = await resetFactors({ email, by, reason: 'Lost phone', now: now() })
  expect(reset).toEqual({ ok: false, reason: 'not-active' })
})

test('the page of a member says that a till is open, which nobody else could close', async () => {
  const owner = await addOwner()
  const seller = await addStaff('seller')
  const read = async () => {
    const opened = { as: owner, pattern: ONE, params: { id: seller.staffId } } as const
    return (await openOffice<{ openTill?: string }>(loadOne, opened)).shown.openTill
  }
  expect(await read()).toBeUndefined()
  const by = { kind: 'staff', staffId: seller.staffId } as const
  const opened = await openTill({ by, float: cents(5000), now: now() })
  expect(await read()).toBe(opened.ok && opened.sessionId)
  await closeTill({ by, counted: cents(5000), now: now() })
  expect(await read()).toBeUndefined()
})

test('an invitation of a member who has left cannot be accepted', async () => {
  const owner = await addOwner()
  const email = 'changed-her-mind@halcyon.example'
  const staffId = idIn((await invite(owner, { ...ELENI, email })).location)
  expect((await change(owner, staffId, 'leave')).status).toBe(303)
  const [token = ''] = await listMailedTokens(email)
  expect(await findInvitation(token, now())).toBeUndefined()
})

test('a former member who is invited again is the same person, with the new roles alone', async () => {
  const owner = await addOwner()
  const dispatcher = await addStaff('dispatcher')
  const { email } = await find(owner, dispatcher.staffId)
  await change(owner, dispatcher.staffId, 'leave')
  const answer = await invite(owner, { ...ELENI, email, name: 'Maria Married' })
  expect(idIn(answer.location)).toBe(dispatcher.staffId)
  expect(await find(owner, dispatcher.staffId)).toMatchObject({
    name: 'Maria Married',
    state: 'invited',
    roles: ['seller'],
    link: { kind: 'invitation' },
  })
})

test('a member is logged out everywhere', async () => {
  const owner = await addOwner()
  const seller = await addStaff('seller')
  expect((await change(owner, seller.staffId, 'end-sessions')).status).toBe(303)
  expect((await find(owner, seller.staffId)).sessions).toBe(0)
})

test('nothing is changed on a page that shows an older state', async () => {
  const owner = await addOwner()
  const seller = await addStaff('seller')
  await change(owner, seller.staffId, 'end-sessions')
  const late = await change(owner, seller.staffId, 'suspend', { seen: '0' })
  expect(late).toMatchObject({
    status: 422,
    shown: { problems: [{ sentence: expect.stringContaining('Maria Example changed this') }] },
  })
  expect(await find(owner, seller.staffId)).toMatchObject({ state: 'active' })
})

test('a refused change keeps the reason and the roles that were chosen', async () => {
  const owner = await addOwner()
  const seller = await addStaff('seller')
  await change(owner, seller.staffId, 'end-sessions')
  const ask = await openSite()
  const typed = { seen: '0', reason: 'Covers for Maria', 'role-dispatcher': 'yes' }
  for (const intent of ['roles', 'suspend', 'leave']) {
    const sent = { intent, once: crypto.randomUUID(), code: owner.code(), ...typed }
    const headers = { cookie: owner.browser.cookie }
    const body = new URLSearchParams(sent)
    const asked = { method: 'POST', headers, body }
    const answer = await ask(new Request(`${HERE}/staff/${seller.staffId}`, asked))
    expect(answer.status).toBe(422)
    const forms = (await answer.text()).split('<form')
    const own = forms.find((form) => form.includes(`name="intent" value="${intent}"`))
    expect(own).toContain('value="Covers for Maria"')
    const checked = [...(own ?? '').matchAll(/<input[^>]*name="role-(\w+)"[^>]*>/g)].flatMap(
      ([tag, role]) => (tag.includes('checked') ? [role] : []),
    )
    expect(checked).toEqual(intent === 'roles' ? ['dispatcher'] : [])
  }
})

test('any owner stops a reset before its link is used', async () => {
  const owner = await addOwner()
  const seller = await addStaff('seller')
  expect((await change(owner, seller.staffId, 'stop-reset')).status).toBe(422)
  const { email } = await find(owner, seller.staffId)
  const by = { kind: 'admin', name: 'andreas' } as const
  const reset = await resetFactors({ email, by, reason: 'Lost phone', now: now() })
  if (!reset.ok) throw new Error(reset.reason)
  expect((await find(owner, seller.staffId)).link).toMatchObject({ kind: 'reset' })
  expect((await change(owner, seller.staffId, 'stop-reset')).status).toBe(303)
  expect(await findInvitation(reset.token, reset.usableFrom)).toBeUndefined()
})

/** The only two owners who can sign in. */
async function addTwoOwners() {
  await dismissEverybody()
  return Promise.all([addOwner(), addOwner()])
}

test('the last owner who can sign in is not demoted, suspended or let go', async () => {
  const [one, other] = await addTwoOwners()
  await addStaff('owner') // has no second factor, so could not sign in
  await change(one, other.staffId, 'suspend')
  const sentence = 'This is the last owner who can log in. Make someone else an owner first.'
  for (const [intent, form] of [
    ['suspend', {}],
    ['leave', {}],
    ['roles', { 'role-seller': 'yes' }],
  ] as const) {
    const refused = await change(one, one.staffId, intent, form)
    expect(refused).toMatchObject({ status: 422, shown: { problems: [{ sentence }] } })
  }
  expect(await find(one, one.staffId)).toMatchObject({ state: 'active', roles: ['owner'] })
})

test.each(['roles', 'suspended', 'left'] as const)(
  'of two owners who shut each other out at once, one wins: %s',
  async (how) => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = await addTwoOwners()
      const shutOut = (by: Owner, staffId: string) => {
        const asked = {
          by: { kind: 'staff', staffId: by.staffId },
          staffId,
          seen: 0,
          now: now(),
        } as const
        if (how === 'roles') return changeRoles(asked, ['seller'])
        return how === 'left' ? dismissMember(asked) : suspendMember(asked)
      }
      const outcomes = await Promise.all([shutOut(one, other.staffId), shutOut(other, one.staffId)])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      expect(outcomes).toContainEqual({ ok: false, reason: 'last-owner' })
    }
  },
)
