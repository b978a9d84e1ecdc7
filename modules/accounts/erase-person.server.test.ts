import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { sendAnswer } from '#modules/enquiries/answer.server.ts'
import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { writeNote } from '#modules/orders/order/notes.server.ts'
import { findDocument, listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { findEraseRefusal } from '#modules/privacy/erase-person.server.ts'
import { returnPayment } from '#modules/support/decide-payment.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { skeleton } from '#platform/text/spelling.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import {
  addAccount,
  askForAccount,
  NOON,
  PASSWORD,
  readNewest,
  request,
  sendOwedMails,
  tokenIn,
} from '#test/fixtures/sample-accounts.server.ts'
import { doJobs, poll, sendMails } from '#test/simulation/jobs.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  ride,
} from '#test/simulation/travellers.ts'

import { askForNewEmail, changePassword } from './change-account.server.ts'
import { confirmAddress } from './confirm-address.server.ts'
import { eraseGuest, erasePerson } from './erase-person.server.ts'
import { exportByAddress, exportPerson } from './export-person.server.ts'
import { replayErasures } from './replay-erasures.server.ts'
import { findSignedIn, logIn, type SignedIn } from './sessions.server.ts'

const simulation = openSimulation()

const NAME = 'Hadjizacharia'
let people = 0

/** The notice on the account's page before an erasure is requested. */
async function foresee({ accountId, email }: SignedIn, at = now()): Promise<string | undefined> {
  return (await findEraseRefusal({ accountId, email, now: at }))?.reason
}

/** A person who bought as a guest, signed up afterwards, wrote to us, and changed the password. */
async function addPerson({ travelled = true } = {}) {
  people += 1
  const email = `efrosyni-${people}.h@example.com`
  const name = `Efrosyni-${people} Hadji${'bdfglmnprt'[people]}acharia`
  const visitor = addTraveller()
  const phone = `+357 99 4455${String(people).padStart(2, '0')}`
  const contact = { name, email: email.replace('efrosyni', 'Efrosyni'), phone }
  const bought = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')], { visitor, contact })
  const text = `${name} travels with cello ${people}.`
  await writeNote({
    orderId: bought.orderId,
    text,
    by: { kind: 'admin', name: 'maria' },
    now: now(),
  })
  if (travelled) shiftClock({ hours: 72 })
  const { cookie } = await addAccount({ email, name, visitor })
  const account = await findSignedIn(request(cookie), NOON)
  if (!account) throw new Error('not signed in')
  return { ...bought, name, email, phone, account, cookie }
}

const erase = (account: SignedIn, password = PASSWORD) =>
  erasePerson({ account, password, now: now() })

test('a guest’s purchases are listed under the account once its address is proven', async () => {
  const { account, orderId } = await addPerson()
  expect(await findOrderRow(orderId)).toMatchObject({ accountId: account.accountId })

  const later = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')], {
    contact: { name: NAME, email: account.email.toUpperCase() },
  })
  expect(await findOrderRow(later.orderId)).toMatchObject({ accountId: null })
  const again = { email: account.email, password: PASSWORD, cookie: '', visitor: 'v', now: now() }
  await logIn(again)
  expect(await findOrderRow(later.orderId)).toMatchObject({ accountId: account.accountId })
})

test('bookings are not listed under an account without a proof of their address', async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')], {
    contact: { name: NAME, email: 'unproven@example.com' },
  })
  await askForAccount({ email: 'unproven@example.com' })
  await addAccount({ email: 'somebody-else@example.com' })
  expect(await findOrderRow(orderId)).toMatchObject({ accountId: null })
})

test('an erased person is nowhere, and the books balance (I12)', async () => {
  const { account, orderId, name, email, phone, cookie, result } = await addPerson()
  const number = phone.replaceAll(' ', '')
  const cello = `cello ${people}.`
  const surname = name.split(' ')[1] ?? ''
  await choose(addTraveller(), ride(await anyBus(), 'A', 'B'))
  const { reference } = await write(email)
  const text = `Dear ${name}, shall we write to ${email}?`
  await sendAnswer({ reference, text, settles: false, seen: 0, by: ADMIN, now: now() })
  const changed = { account, current: PASSWORD, wanted: 'three buses to the sea', cookie }
  await changePassword({ ...changed, now: now() })
  await askForAccount({ email, name, visitor: 'another browser' })
  await sendEverything()
  await sql`update pgboss.job set output = jsonb_build_object('message', ${`550 <${email}> is full`}::text)
    where name = 'send-mail'`.execute(db)
  for (const places of await placesWith(name, email, number, cello, skeleton(surname))) {
    expect(places).not.toEqual([])
  }

  expect(await erase(account)).toEqual({ ok: false, reason: 'wrong-password' })
  const receiptNo = result.mine?.receipt ?? ''
  const [receipt] = await listDocuments(orderId, 'en')
  expect(await erase(account, 'three buses to the sea')).toEqual({ ok: true })
  const words = [name, email, name.split(' ')[0] ?? '', account.accountId]
  for (const found of await placesWith(...words, number, cello, skeleton(surname))) {
    expect(found.filter((place) => place !== 'public.audit_entries: subject')).toEqual([])
  }
  expect(await findSignedIn(request(cookie), NOON)).toBeUndefined()
  const { manageId } = await findOrderRow(orderId)
  const old = { manageId: result.mine?.manageId ?? '', number: receiptNo }
  expect(await findDocument(old, 'en')).toBeUndefined()
  const nobodys = { ...receipt, customer: '' }
  expect(await findDocument({ manageId, number: receiptNo }, 'en')).toEqual(nobodys)
  const audited = await db
    .selectFrom('auditEntries')
    .select('after')
    .where('action', '=', 'erased')
    .execute()
  expect(audited.map(({ after }) => after)).toEqual([
    { fields: ['name', 'email', 'phone', 'account'] },
    { fields: ['account', 'name', 'email'] },
  ])
})

test('mails to former and unproven addresses of an account are exported and erased with it', async () => {
  const { account, email, cookie } = await addPerson()
  const [moved, unproven] = [`moved-${email}`, `unproven-${email.replace('.h@', '.c@')}`]
  const { visitor } = await db
    .selectFrom('accounts')
    .select('visitor')
    .where('id', '=', account.accountId)
    .executeTakeFirstOrThrow()
  const asked = { password: PASSWORD, locale: 'en', visitor, now: NOON } as const
  await askForNewEmail({ account, email: moved, ...asked })
  await sendOwedMails()
  const proofId = tokenIn(await readNewest(visitor))
  const confirmed = await confirmAddress({
    proofId,
    password: PASSWORD,
    cookie,
    visitor,
    now: NOON,
  })
  if (!confirmed.ok) throw new Error('not confirmed')
  const present = { ...account, email: moved }
  const elsewhere = 'a browser of another person'
  await askForNewEmail({ account: present, email: unproven, ...asked, visitor: elsewhere })
  await sendOwedMails()
  for (const places of await placesWith(email, unproven)) {
    expect(places).toContain('public.mailbox_messages: raw')
  }
  const { mails } = (await exportPerson(present, 'en')).account
  expect(new Set(mails.map(({ address }) => address))).toEqual(new Set([email, moved, unproven]))

  expect(await erase(present)).toEqual({ ok: true })
  for (const places of await placesWith(email, unproven)) expect(places).toEqual([])
})

test('a similar address of another person is left alone', async () => {
  const { account } = await addPerson()
  const other = `x${account.email}`
  await write(other)
  expect(await erase(account)).toEqual({ ok: true })
  expect((await placesWith(other)).flat()).toContain('public.enquiries: email')
})

test('an erasure is refused while a ride is to come, to the moment it leaves', async () => {
  const { account, orderId } = await addPerson({ travelled: false })
  expect(await erase(account)).toEqual({ ok: false, reason: 'rides-to-come' })
  expect(await foresee(account)).toBe('rides-to-come')
  const { departsAt } = await db
    .selectFrom('bookings')
    .select('departsAt')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const before = { account, password: PASSWORD, now: departsAt.subtract({ seconds: 1 }) }
  expect(await erasePerson(before)).toEqual({ ok: false, reason: 'rides-to-come' })
  expect(await foresee(account, before.now)).toBe('rides-to-come')
  expect(await foresee(account, departsAt)).toBeUndefined()
  expect(await erasePerson({ ...before, now: departsAt })).toEqual({ ok: true })
})

test('an erasure is refused while money is on its way, in either direction', async () => {
  const { account } = await addPerson()
  const { paymentId } = await startPaying(account)
  expect(await foresee(account)).toBe('money-on-its-way')
  expect(await erase(account)).toEqual({ ok: false, reason: 'money-on-its-way' })
  expect((await placesWith(account.email)).flat()).toContain('public.accounts: email')
  await reconcile(paymentId, { now: now(), patience: 'request', close: true })
})

test('a payment of another amount stands in the way of an erasure until staff have decided it', async () => {
  const { account } = await addPerson()
  const { paymentId, providerRef } = await startPaying(account)
  await simulation.bank.control(`/orders/${providerRef}/pay`, { amount: 1 })
  await comeBack(paymentId)
  expect(await foresee(account)).toBe('money-on-its-way')
  await returnPayment({ paymentId, by: ADMIN, reason: 'a cent only', now: now() })
  expect(await foresee(account)).toBe('money-on-its-way')
  await doJobs()
  expect(await erase(account)).toEqual({ ok: true })
})

test('a payment that found no seats stands in its way until all of it is refunded', async () => {
  const { account } = await addPerson()
  const leavesSoon = await anyBus({ departsAt: now().add({ minutes: 35 }) })
  const { paymentId, providerRef, orderId } = await startPaying(account, leavesSoon)
  shiftClock({ minutes: 16 })
  await poll()
  shiftClock({ minutes: 15 })
  await simulation.bank.control(`/orders/${providerRef}/pay`)
  await comeBack(paymentId)
  expect(await foresee(account)).toBe('money-on-its-way')
  await doJobs()
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'payment-review' })
  expect(await erase(account)).toEqual({ ok: true })
})

test('a disputed payment stands in its way until the dispute is over', async () => {
  const { account, orderId } = await addPerson()
  const disputed = (set: { disputed: boolean }) =>
    db.updateTable('payments').set(set).where('payableId', '=', orderId).execute()
  await disputed({ disputed: true })
  expect(await foresee(account)).toBe('money-on-its-way')
  await disputed({ disputed: false })
  expect(await foresee(account)).toBeUndefined()
})

test('a stranger’s checkout under a person’s address neither stops their erasure nor appears in their export', async () => {
  const { account } = await addPerson()
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'B'))
  const contact = { name: 'Malicious Stranger', email: account.email.toUpperCase() }
  const { paymentId, orderId } = await goToBank(visitor, simulation.bank, { contact })
  expect(await foresee(account)).toBeUndefined()
  expect(JSON.stringify(await exportPerson(account, 'en'))).not.toContain('Stranger')
  expect(await erase(account)).toEqual({ ok: true })
  expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: contact.email })

  await reconcile(paymentId, { now: now(), patience: 'request', close: true })
  await replayErasures(now())
  expect((await placesWith(account.email)).flat()).toEqual([])
})

test('the company erases and exports a guest, with the member of staff and the reason', async () => {
  const email = 'guest-of-hers@example.com'
  const contact = { name: `Guest ${NAME}`, email }
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')], { contact })
  await write(email)
  const asked = {
    email: 'Guest-of-hers@example.com',
    by: ADMIN,
    reason: 'asked by mail',
  }
  expect(await eraseGuest({ ...asked, now: now() })).toEqual({ ok: false, reason: 'rides-to-come' })
  expect(await exportByAddress(email, 'en')).toMatchObject({
    orders: [{ contactName: contact.name }],
    enquiries: [{ kind: 'contact' }],
  })

  shiftClock({ hours: 72 })
  expect(await eraseGuest({ ...asked, now: now() })).toEqual({
    ok: true,
    orders: 1,
    hadAccount: false,
  })
  for (const word of [email, contact.name]) expect((await placesWith(word)).flat()).toEqual([])
  const entries = await db
    .selectFrom('auditEntries')
    .select(['actor', 'reason'])
    .where('subject', '=', `order:${orderId}`)
    .where('action', '=', 'erased')
    .execute()
  expect(entries).toEqual([{ actor: 'job:erase-person', reason: 'a person erased by admin:maria' }])
  const byMaria = db.selectFrom('auditEntries').select(['subject', 'reason'])
  expect(
    await byMaria.where('actor', '=', 'admin:maria').where('action', '=', 'erased').execute(),
  ).toEqual([{ subject: expect.stringMatching(/^person:/), reason: 'asked by mail' }])
})

test('contact details typed into a cart are erased, and the cart stays', async () => {
  const { account } = await addPerson()
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'B'))
  await db
    .updateTable('orders')
    .set({ contactName: account.name, contactEmail: account.email })
    .where('visitor', '=', visitor)
    .execute()
  expect(await erase(account)).toEqual({ ok: true })
  expect((await placesWith(account.email)).flat()).toEqual([])
  expect(await findCart(visitor, 'en', now())).toMatchObject({ contactName: '', isHeld: true })
})

test('a person can download all the data we keep about them', async () => {
  const { account, name, email, phone } = await addPerson()
  await write(email)
  const taken = JSON.parse(JSON.stringify(await exportPerson(account, 'en'))) as unknown
  expect(taken).toMatchObject({
    account: { name, email, language: 'en', mails: [{ kind: 'sign-up', state: 'sent' }] },
    orders: [
      {
        contactName: name,
        rides: [{ from: 'Almond Square', to: 'Bay Road', adults: 1, totalCents: 900 }],
        tickets: [{ groupLeader: name }],
        payments: [{ state: 'paid', currency: 'EUR' }],
        receipts: [{ series: 'receipt' }],
        contactPhone: phone.replaceAll(' ', ''),
        notes: [{ text: `${name} travels with cello ${people}.` }],
        mails: [{ kind: 'confirmation' }],
      },
    ],
    enquiries: [
      {
        kind: 'contact',
        fields: { message: 'Is there a bus on Sunday?' },
        mails: [{ kind: 'acknowledgement', address: email, state: 'queued' }],
      },
    ],
  })
  expect(JSON.stringify(taken)).not.toMatch(/argon2|password/i)
})

/** The account's checkout of a ride, at the page of the bank. */
async function startPaying({ email, name, accountId }: SignedIn, bus?: string) {
  const visitor = addTraveller()
  await choose(visitor, ride(bus ?? (await anyBus()), 'A', 'B'))
  return goToBank(visitor, simulation.bank, { contact: { name, email }, accountId })
}

function write(email: string) {
  const fields = { 'first-name': email.split('.')[0] ?? '', 'last-name': NAME, email }
  return receiveEnquiry({
    kind: 'contact',
    fields: { ...fields, topic: 'question', message: 'Is there a bus on Sunday?' },
    suspicions: [],
    locale: 'en',
    visitor: 'yet another browser',
    now: now(),
  })
}

async function sendEverything(): Promise<void> {
  await doJobs()
  await sendMails()
}

/**
 * "public.orders: contact_email" for every column of every table with a row that contains a word;
 * of several words, those of each. Each table is read once.
 */
async function placesWith(...words: string[]): Promise<string[][]> {
  const { rows: tables } = await sql<{ table: string; columns: string[]; types: string[] }>`
    select format('%I.%I', table_schema, table_name) as table,
      array_agg(column_name::text) as columns, array_agg(data_type::text) as types
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    group by table_schema, table_name`.execute(db)
  const places = words.map((): string[] => [])
  for (const { table, columns, types } of tables) {
    const found = columns.map((column, index) => {
      const value = sql.ref(`searched.${column}`)
      const text = types[index] === 'bytea' ? sql`encode(${value}, 'escape')` : sql`${value}::text`
      return sql`case when bool_or(position(lower(words.word) in lower(${text})) > 0) then ${column} end`
    })
    const { rows } = await sql<{ place: number; found: string[] }>`
      select words.place::int, array_remove(array[${sql.join(found)}], null) as found
      from ${sql.raw(table)} as searched
      cross join unnest(array[${sql.join(words)}]::text[]) with ordinality as words (word, place)
      group by words.place`.execute(db)
    for (const row of rows) {
      places[row.place - 1]?.push(...row.found.map((column) => `${table}: ${column}`))
    }
  }
  return places
}
