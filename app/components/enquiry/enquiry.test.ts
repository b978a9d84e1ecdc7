import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { action as contactAction, loader as contactLoader } from '#app/site/contact/page.tsx'
import { action as serviceAction, loader as serviceLoader } from '#app/site/services/service.tsx'
import { ENQUIRY_KINDS, FORMS, type EnquiryKind } from '#modules/enquiries/forms.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { forgetEnquiries, listEnquiries, whileNoneCanBeKept } from '#test/simulation/enquiries.ts'
import { fillIn } from '#test/simulation/filled-form.ts'
import { addTimetable } from '#test/simulation/timetable.ts'

import type { EnquiryAnswer, FormView, ReceiptView } from './view.ts'

type Shown = { form: FormView; receipt: ReceiptView | null; text: { title: string } }

const MESSAGE = {
  'first-name': 'Άννα',
  'last-name': 'Γεωργίου',
  email: 'anna@example.com',
  topic: 'complaint',
  message: 'Το λεωφορείο δεν ήρθε ποτέ.',
}

beforeAll(addTimetable)
let guest = 0
beforeEach(forgetEnquiries)

function kindPath(kind: EnquiryKind, prefix = ''): string {
  return `${prefix}${kind === 'contact' ? '/contact' : `/services/${kind}`}`
}

/** Runs from the given address, or from a new one. */
function from<Value>(address: string, ask: () => Promise<Value>): Promise<Value> {
  return underRequestId(address, ask)
}

async function look(kind: EnquiryKind, path = kindPath(kind)) {
  const params = { slug: kind }
  const page = kind === 'contact' ? contactLoader : serviceLoader
  return (await openPage<Shown>(page, path, { params })).shown
}

/** Opens the form, waits a while, and sends it. */
async function send(
  kind: EnquiryKind,
  typed: Record<string, string>,
  { prefix = '', seconds = 20, address = `guest ${guest++}` } = {},
) {
  const { form } = await look(kind)
  shiftClock({ seconds })
  const params = { slug: kind }
  const sent = { stamp: form.stamp, ...typed }
  const page = kind === 'contact' ? contactAction : serviceAction
  return from(address, () =>
    openPage<EnquiryAnswer>(page, kindPath(kind, prefix), { params, form: sent }),
  )
}

async function countKept(): Promise<number> {
  return (await listEnquiries()).length
}

describe('the contact form', () => {
  test('redirects to a page with the reference and, for a complaint, the legal deadlines', async () => {
    const { status, location } = await send('contact', MESSAGE, { prefix: '/el' })
    expect(status).toBe(303)
    expect(location).toMatch(/^\/el\/contact\?sent=[0-9A-Z]{8}$/)
    const { receipt } = await look('contact', location)
    expect(receipt).toMatchObject({ isComplaint: true, isService: false, hasMailbox: true })
    expect(receipt?.finalAnswerBy).toMatch(/^\d+ [Α-Ω]\S+ου \d{4}$/)
    const [kept] = await listEnquiries()
    expect(kept).toMatchObject({ reference: receipt?.reference, locale: 'el', fields: MESSAGE })
  })

  test('returns all typed text and a sentence for each mistake', async () => {
    const typed = { ...MESSAGE, email: 'anna@', 'last-name': '', message: ' Γεια\nσας ' }
    const english = await send('contact', typed)
    expect(english.status).toBe(422)
    expect(english.shown.typed).toMatchObject(typed)
    expect(english.shown.problems.map(({ fieldId }) => fieldId)).toEqual([
      'last-name',
      'email',
      'message',
    ])
    const greek = await send('contact', typed, { prefix: '/el' })
    expect(greek.shown.problems[0]?.sentence).toBe('Συμπληρώστε το επώνυμό σας.')
    expect(await countKept()).toBe(0)
  })

  test('is returned in full when we cannot store it, and accepted when sent again', async () => {
    const failed = await whileNoneCanBeKept(() => send('contact', MESSAGE, { prefix: '/el' }))
    expect(failed).toMatchObject({ status: 503, shown: { typed: MESSAGE } })
    expect(failed.shown.problems[0]?.sentence).toContain('Ό,τι γράψατε είναι ακόμη εδώ')
    const again = await send('contact', { ...MESSAGE, stamp: failed.shown.stamp })
    expect([again.status, await countKept()]).toEqual([303, 1])
  })

  test('opens with the topic from a link, if that topic exists', async () => {
    expect((await look('contact', '/contact?topic=complaint')).form.chosen).toEqual({
      topic: 'complaint',
    })
    expect((await look('contact', '/contact?topic=<script>')).form.chosen).toEqual({})
  })

  test('asks about an address that looks mistyped, and accepts it the second time', async () => {
    const typed = { ...MESSAGE, email: 'anna@gmial.com' }
    const asked = await send('contact', typed)
    expect(asked.shown.problems[0]?.sentence).toContain('anna@gmail.com')
    const again = { ...typed, 'email-asked': asked.shown.emailAsked ?? '' }
    expect((await send('contact', again)).status).toBe(303)
  })

  test('shows no receipt for a reference that does not exist or belongs to another form', async () => {
    const { location } = await send('contact', MESSAGE)
    const reference = new URL(location, 'http://x').searchParams.get('sent')
    expect((await look('vip-taxi', `/services/vip-taxi?sent=${reference}`)).receipt).toBeNull()
    expect((await look('contact', '/contact?sent=ZZZZZZZZ')).receipt).toBeNull()
  })
})

describe('a submission that looks automated', () => {
  test('is asked one more question, and stored once that is answered', async () => {
    for (const [typed, seconds] of [
      [{ ...MESSAGE, website: 'https://spam.example' }, 20],
      [{ ...MESSAGE, message: 'Too fast for a person' }, 1],
      [{ ...MESSAGE, message: 'http://a.b http://c.d http://e.f' }, 20],
      [{ ...MESSAGE, message: 'Never opened the form', stamp: 'forged' }, 20],
    ] as const) {
      const before = await countKept()
      const asked = await send('contact', typed, { seconds })
      expect(asked).toMatchObject({ status: 422, shown: { asksForPerson: true, typed } })
      expect(await countKept()).toBe(before)
      const again = await send('contact', { ...typed, person: 'yes' }, { seconds })
      expect(again.status).toBe(303)
      expect(await countKept()).toBe(before + 1)
    }
  })

  test('a corrected form keeps the time at which it was first shown', async () => {
    const { form } = await look('contact')
    const wrong = await send('contact', { ...MESSAGE, email: '', stamp: form.stamp })
    expect(wrong.shown.stamp).toBe(form.stamp)
    const right = await send('contact', { ...MESSAGE, stamp: wrong.shown.stamp }, { seconds: 0 })
    expect(right.status).toBe(303)
  })

  test('ten are accepted from one address, and the eleventh waits with its text', async () => {
    const address = 'the hotel'
    for (let count = 1; count <= 10; count++) {
      const message = `This is message ${count}`
      expect((await send('contact', { ...MESSAGE, message }, { address })).status).toBe(303)
    }
    const typed = { ...MESSAGE, message: 'This is message 11' }
    const eleventh = await send('contact', typed, { address })
    expect(eleventh).toMatchObject({ status: 422, shown: { typed } })
    expect(eleventh.shown.problems[0]?.sentence).toContain('a few minutes')
    expect((await send('contact', typed)).status).toBe(303)
  })
})

describe.each(ENQUIRY_KINDS)('the %s form', (kind) => {
  const fields = FORMS[kind].flatMap((group) => group.fields)
  const date = now()
    .add({ hours: 24 * 30 })
    .toString()
    .slice(0, 10)
  const filled = Object.fromEntries(fillIn(kind, date).map(([{ name }, value]) => [name, value]))

  test('accepts a valid enquiry in both languages', async () => {
    for (const prefix of ['', '/el']) {
      const { status, location } = await send(
        kind,
        { ...filled, email: `a${prefix}@b.cy`.replace('/', '') },
        { prefix },
      )
      expect(status).toBe(303)
      expect(location.startsWith(kindPath(kind, prefix))).toBe(true)
    }
    expect(await countKept()).toBe(2)
  })

  test('returns a sentence for each required field when sent empty, in both languages', async () => {
    const needed = fields.filter(({ optional }) => !optional).map(({ name }) => name)
    for (const prefix of ['', '/el']) {
      const { shown } = await send(kind, {}, { prefix })
      expect(shown.problems.map(({ fieldId }) => fieldId)).toEqual(needed)
      const sentences = new Set(shown.problems.map(({ sentence }) => sentence))
      expect(sentences.size).toBe(needed.length)
      const isGreek = [...sentences].every((sentence) => /[α-ω]/.test(sentence))
      expect(isGreek).toBe(prefix === '/el')
    }
  })
})

test('an unknown service is a 404', async () => {
  const params = { slug: 'helicopter' }
  expect((await openPage(serviceLoader, '/services/helicopter', { params })).status).toBe(404)
  const sent = await openPage(serviceAction, '/services/helicopter', { params, form: MESSAGE })
  expect(sent.status).toBe(404)
})

test('any input leaves the form working', async () => {
  const { form } = await look('contact')
  for (const body of [
    { type: 'application/json', content: '{"message":"x"}' },
    { type: 'multipart/form-data; boundary=x', content: '--x' },
    { type: 'application/x-www-form-urlencoded', content: 'message=%ff&message=2&topic[]=x' },
    { type: 'application/x-www-form-urlencoded', content: `stamp=${form.stamp}.${form.stamp}` },
  ]) {
    expect((await openPage(contactAction, '/contact', { body })).status).toBe(422)
  }
})
