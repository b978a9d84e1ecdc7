import { afterEach, expect, test } from 'vitest'

import { audit, countEntries, findNewerEntries } from '#platform/audit.server.ts'
import { now as presentMoment } from '#platform/clock.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import {
  act,
  addStaff,
  ageConfirmation,
  endSession,
  giveCodes,
  leaveUnused,
  openOffice,
} from '#test/fixtures/office.ts'
import { openPage } from '#test/fixtures/open-page.ts'

import { done, officeAction, refused, type Press } from './act.server.ts'
import { guard } from './guard.server.ts'

const page = () => ({})
const PATTERN = '/office/notices/:id'
const PAGE = { pattern: PATTERN, params: { id: '1' } } as const
const TILL = { id: '00000000-0000-4000-8000-000000000000' }
let carriedOut = 0
afterEach(() => {
  carriedOut = 0
})

async function publish({ by, now }: Press) {
  carriedOut++
  await inTransaction((tx) => audit(tx, { by, subject: 'notice:1', action: 'published', now }))
  return done('/office/notices')
}

const action = officeAction(PATTERN, {
  publish,
  save: async ({ form }) => refused([{ fieldId: 'en', sentence: 'Write it in English.' }], form),
  'take-down': async () => {
    carriedOut++
    throw new Error('the database cannot be reached')
  },
})

test('an act is carried out once, however often its form is sent', async () => {
  const editor = await addStaff('editor')
  const answer = await act(action, { ...PAGE, as: editor, intent: 'publish' })
  expect(answer).toMatchObject({ status: 303, location: '/office/notices' })
  expect(carriedOut).toBe(1)
})

test('the same form sent twice at the same moment is carried out once', async () => {
  const { browser } = await addStaff('editor')
  const form = { intent: 'publish', once: 'a-key-of-the-form-0001', seen: '0' }
  const send = () =>
    openPage(action, '/office/notices/1', { browser, form, pattern: PATTERN, guard })
  const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status)
  expect(carriedOut).toBe(1)
  expect(statuses.filter((status) => status === 303).length).toBeGreaterThan(0)
})

test('a form that is sent again while it is under way is not carried out again', async () => {
  const { browser } = await addStaff('editor')
  const entered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = officeAction(PATTERN, {
    publish: async (press) => {
      entered.resolve()
      await released.promise
      return publish(press)
    },
    save: publish,
    'take-down': publish,
  })
  const form = { intent: 'publish', once: 'a-key-of-the-form-0004', seen: '0' }
  const first = openPage(slow, '/office/notices/1', { browser, form, pattern: PATTERN, guard })
  await entered.promise
  const asked = { browser, form, pattern: PATTERN, guard }
  expect(await openPage(action, '/office/notices/1', asked)).toMatchObject({
    status: 403,
    shown: { stopped: { kind: 'under-way' } },
  })
  expect(carriedOut).toBe(0)
  released.resolve()
  expect((await first).status).toBe(303)
  expect(carriedOut).toBe(1)
})

test('a form is not refused for ids of its own that have the digits of a card', async () => {
  const editor = await addStaff('editor')
  const [once, other] = [
    '5a636056-5028-4763-9c96-5d40aa445516',
    '357e2670-1693-4831-9854-4f922396bc20',
  ]
  const form = { 'text-en': 'Late', 'text-el': 'Αργά', once, take: `${once},${other}` }
  const answer = await act(action, { ...PAGE, as: editor, intent: 'publish', form })
  expect(answer.status).toBe(303)
  expect(carriedOut).toBe(1)
})

test('an act with a card number in any field is refused, and the field comes back empty', async () => {
  const editor = await addStaff('editor')
  const form = { 'text-en': 'Late', note: 'Paid with 4242 4242 4242 4242' }
  const answer = await act(action, { ...PAGE, as: editor, intent: 'publish', form })
  expect(answer).toMatchObject({
    status: 422,
    shown: { problems: [{ fieldId: 'note' }], typed: { 'text-en': 'Late' } },
  })
  expect(JSON.stringify(answer.shown)).not.toContain('4242')
  expect(carriedOut).toBe(0)
})

test.each(['-1', '9'.repeat(30), '1e9', 'NaN', ''])(
  'a number of entries that no page sends is none, and not zero: %s',
  async (seen) => {
    const editor = await addStaff('editor')
    let given: number | undefined
    const look = officeAction(PATTERN, {
      publish: async (press) => {
        given = press.seen
        await inTransaction((tx) => findNewerEntries(tx, 'notice:unknown', press.seen))
        return publish(press)
      },
      save: publish,
      'take-down': publish,
    })
    const pressed = { ...PAGE, as: editor, intent: 'publish', form: { seen } }
    expect((await act(look, pressed)).status).toBe(303)
    expect(given).toBeUndefined()
  },
)

test('a page that refreshes itself does not count as use, in either language', async () => {
  const owner = await addStaff('owner')
  const { browser } = owner
  const isUnused = await leaveUnused(owner)
  for (const path of ['/office/now', '/el/office/now']) {
    await openPage(page, path, { browser, pattern: '/office/now', guard })
    expect(await isUnused()).toBe(true)
  }
  await openPage(page, '/office', { browser, pattern: '/office', guard })
  expect(await isUnused()).toBe(false)
})

test('a refused form keeps what was typed and may be sent again', async () => {
  const editor = await addStaff('editor')
  const form = { en: 'Buses run late today.', once: 'a-key-of-the-form-0002' }
  for (let sent = 0; sent < 2; sent++) {
    const answer = await act(action, { ...PAGE, as: editor, intent: 'save', form })
    expect(answer).toMatchObject({ status: 422, shown: { intent: 'save', typed: { en: form.en } } })
  }
})

test('a form whose act failed may be sent again', async () => {
  const { browser } = await addStaff('editor')
  const form = { intent: 'take-down', once: 'a-key-of-the-form-0003' }
  const send = () =>
    openPage(action, '/office/notices/1', { browser, form, pattern: PATTERN, guard })
  await expect(send()).rejects.toThrow('cannot be reached')
  await expect(send()).rejects.toThrow('cannot be reached')
  expect(carriedOut).toBe(2)
})

test('a role without the permission of an act is stopped, and the act is not carried out', async () => {
  const auditor = await addStaff('auditor')
  const answer = await act(action, { ...PAGE, as: auditor, intent: 'publish' })
  expect(answer).toMatchObject({
    status: 403,
    shown: { stopped: { kind: 'not-allowed', needs: 'notices.edit' } },
  })
  expect(carriedOut).toBe(0)
})

test('an act that the page does not have is not found', async () => {
  const editor = await addStaff('editor')
  for (const intent of ['', 'erase', 'constructor', '__proto__']) {
    expect((await act(action, { ...PAGE, as: editor, intent })).status).toBe(404)
  }
})

const invite = officeAction('/office/staff', { invite: publish })

test('an act of level 2 asks for a code with every form, and keeps the form', async () => {
  const owner = await addStaff('owner')
  const form = { email: 'eleni@example.com' }
  const answer = await act(invite, { pattern: '/office/staff', as: owner, intent: 'invite', form })
  expect(answer).toMatchObject({
    status: 403,
    shown: {
      stopped: {
        kind: 'confirm-first',
        level: 'L2',
        fields: expect.arrayContaining([['email', form.email]]),
      },
    },
  })
  const wrong = { ...form, code: '000 000' }
  const again = { pattern: '/office/staff', as: owner, intent: 'invite', form: wrong } as const
  expect((await act(invite, again)).shown).toMatchObject({
    stopped: { problem: 'code-wrong' },
  })
  expect(carriedOut).toBe(0)
})

test('an act of level 2 that is sent again while it is under way asks for no other code', async () => {
  const owner = await addStaff('owner')
  const nextCode = await giveCodes(owner)
  const entered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = officeAction('/office/staff', {
    invite: async (press) => {
      entered.resolve()
      await released.promise
      return publish(press)
    },
  })
  const form = {
    intent: 'invite',
    once: 'a-key-of-the-form-0005',
    seen: '0',
    code: await nextCode(),
  }
  const asked = { browser: owner.browser, form, pattern: '/office/staff', guard }
  const first = openPage(slow, '/office/staff', asked)
  await entered.promise
  const under = { status: 403, shown: { stopped: { kind: 'under-way' } } }
  expect(await openPage(slow, '/office/staff', asked)).toMatchObject(under)
  const { code: _code, ...bare } = form
  expect(await openPage(slow, '/office/staff', { ...asked, form: bare })).toMatchObject(under)
  released.resolve()
  expect((await first).status).toBe(303)
  expect(carriedOut).toBe(1)
})

const revive = officeAction('/office/tills/:id', { correct: publish })

test('an act of level 1 passes within 15 minutes of a confirmation', async () => {
  const accountant = await addStaff('accountant')
  const pressed = {
    pattern: '/office/tills/:id',
    as: accountant,
    intent: 'correct',
    params: TILL,
  } as const
  expect((await act(revive, pressed)).status).toBe(303)
  await ageConfirmation(accountant)
  expect(await act(revive, pressed)).toMatchObject({
    status: 403,
    shown: { stopped: { kind: 'confirm-first', level: 'L1' } },
  })
})

test('nobody is led to the log-in, and back to the page afterwards', async () => {
  expect(
    await openOffice(page, { pattern: '/office/departures', query: 'day=2026-11-22' }),
  ).toMatchObject({
    status: 303,
    location: `/office/login?next=${encodeURIComponent('/office/departures?day=2026-11-22')}`,
  })
  expect((await openOffice(page, { pattern: '/office', prefix: '/el' })).location).toBe(
    '/el/office/login',
  )
})

test('a page without an entry in permissions.ts does not exist', async () => {
  const owner = await addStaff('owner')
  const opened = { pattern: '/office/secrets' as '/office', as: owner }
  expect((await openOffice(() => ({}), opened)).status).toBe(404)
})

test('the entries of the audit since a page was shown are what changed meanwhile', async () => {
  const seen = await countEntries('departure:7')
  expect(seen).toBe(0)
  await inTransaction(async (tx) => {
    const by = { kind: 'staff', staffId: 'm' } as const
    await audit(tx, { by, subject: 'departure:7', action: 'late', now: presentMoment() })
    expect(await findNewerEntries(tx, 'departure:7', seen)).toMatchObject([
      { actor: 'staff:m', action: 'late' },
    ])
    expect(await findNewerEntries(tx, 'departure:7', 1)).toEqual([])
  })
})

test('a form sent after the session has ended is kept, and is carried out after the log-in', async () => {
  const editor = await addStaff('editor')
  const form = {
    intent: 'publish',
    once: 'ed2ff692-cdc4-4957-9372-1700047dd5d5',
    seen: '0',
    en: 'Buses run late today.',
    code: '123456',
    'current-password': 'ten buses over the bridge',
    card: '4242 4242 4242 4242',
  }
  await endSession(editor)
  const asked = { pattern: PATTERN, guard, form }
  const stopped = await openPage(action, '/office/notices/1', { ...asked, browser: editor.browser })
  const { code: _code, 'current-password': _password, card: _card, ...kept } = form
  expect(stopped).toMatchObject({
    status: 403,
    shown: { stopped: { kind: 'log-in-first', fields: Object.entries(kept) } },
  })
  expect(stopped.shown).not.toHaveProperty('office')
  expect(carriedOut).toBe(0)

  const again = await addStaff('editor')
  const answer = await openPage(action, '/office/notices/1', {
    ...asked,
    form: kept,
    browser: again.browser,
  })
  expect(answer.status).toBe(303)
  expect(carriedOut).toBe(1)
})

test('the form of a stranger is not kept', async () => {
  const form = { intent: 'publish', once: 'a-key-of-the-form-0010' }
  for (const cookie of ['', 'office=made.up', `office=${'a'.repeat(32)}.${'b'.repeat(43)}=`]) {
    const browser = { cookie, key: '' }
    const asked = { pattern: PATTERN, guard, form, browser }
    const answer = await openPage(action, '/office/notices/1', asked)
    expect(answer).toMatchObject({ status: 303, location: '/office/login' })
  }
})
