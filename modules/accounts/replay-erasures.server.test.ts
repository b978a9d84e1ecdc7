import { Client } from 'pg'
import { expect, inject, test } from 'vitest'

import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { writeCorrectedEmail } from '#modules/orders/order/buyers.server.ts'
import { changeContact } from '#modules/orders/self-service/contact.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { createDatabase } from '#platform/database/site-database.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addAccount, NOON, PASSWORD, request } from '#test/fixtures/sample-accounts.server.ts'
import { dropDatabase } from '#test/fixtures/scratch-database.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addTraveller, buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { eraseGuest, erasePerson } from './erase-person.server.ts'
import { exportByAddress } from './export-person.server.ts'
import { replayErasures } from './replay-erasures.server.ts'
import { findSignedIn } from './sessions.server.ts'

const simulation = openSimulation()

const GUEST = { name: 'Theodora Guest', email: 'Theodora@example.com' }
const ASKED = { by: ADMIN, reason: 'asked by mail' }

test('an erased person stays erased when an older backup is restored', async () => {
  const guest = await buyAs(GUEST)
  const member = await addMember('Leonidas Member', 'leonidas@example.com')
  const other = await buyAs({ name: 'Olga Other', email: 'olga@example.com' })
  shiftClock({ hours: 72 })
  expect(await replayErasures(now())).toEqual({ erased: 0, refused: 0 })
  await copyDatabase(original(), backup())

  expect(await eraseGuest({ email: GUEST.email, ...ASKED, now: now() })).toMatchObject({ ok: true })
  const erasing = { account: member.account, password: PASSWORD, now: now() }
  expect(await erasePerson(erasing)).toEqual({ ok: true })
  await copyDatabase(backup(), original())
  expect(await findOrderRow(guest.orderId)).toMatchObject({ contactEmail: GUEST.email })

  shiftClock({ hours: 1 })
  expect(await replayErasures(now())).toEqual({ erased: 2, refused: 0 })
  for (const { orderId } of [guest, member]) {
    expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: null, contactName: null })
  }
  expect(await db.selectFrom('accounts').select('id').execute()).toEqual([])
  expect(await findOrderRow(other.orderId)).toMatchObject({ contactName: 'Olga Other' })
  expect(await replayErasures(now())).toEqual({ erased: 0, refused: 0 })
})

test('a person who returns after an erasure is a new person', async () => {
  const { orderId } = await buyAs(GUEST)
  expect(await replayErasures(now())).toEqual({ erased: 0, refused: 0 })
  expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: GUEST.email })
})

test('an account signed up since the erasure stays, though an older order is erased', async () => {
  const late = { name: 'Late Payer', email: 'late@example.com' }
  await eraseGuest({ email: late.email, ...ASKED, now: now().add({ hours: 1 }) })
  const { orderId } = await buyAs(late)
  await write(late.email)
  shiftClock({ hours: 72 })
  const { accountId } = (await addMember(late.name, late.email)).account
  await db.updateTable('accounts').set({ createdAt: now() }).execute()
  const reference = await write(late.email)
  expect(await replayErasures(now())).toEqual({ erased: 1, refused: 0 })
  expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: null, accountId: null })
  const accounts = db.selectFrom('accounts').select('id').where('email', '=', late.email)
  expect(await accounts.execute()).toEqual([{ id: accountId }])
  expect((await exportByAddress(late.email, 'en')).enquiries).toMatchObject([{ reference }])
  expect(await replayErasures(now())).toEqual({ erased: 0, refused: 0 })
})

test('a living account that has moved to an erased address stays', async () => {
  const address = 'home@example.com'
  const { account } = await addMember('Worker', 'work@example.com')
  shiftClock({ hours: 72 })
  await eraseGuest({ email: address, ...ASKED, now: now() })
  shiftClock({ hours: 1 })
  const id = account.accountId
  await db.updateTable('accounts').set({ email: address }).where('id', '=', id).execute()
  expect(await replayErasures(now())).toEqual({ erased: 0, refused: 0 })
  const accounts = db.selectFrom('accounts').select('id').where('email', '=', address)
  expect(await accounts.execute()).toEqual([{ id }])
})

test('an order whose address was corrected to an erased one keeps it', async () => {
  const address = 'shared@example.com'
  const byOffice = await buyAs(GUEST)
  const byBuyer = await buyAs(GUEST)
  shiftClock({ minutes: 1 })
  await eraseGuest({ email: address, ...ASKED, now: now() })
  shiftClock({ minutes: 1 })
  const { manageId } = await findOrderRow(byOffice.orderId)
  const contact = { name: GUEST.name, email: address }
  const changed = await changeContact({ manageId, contact, by: TRAVELLER, now: now() })
  expect(changed).toMatchObject({ ok: true })
  const corrected = { ...contact, orderId: byBuyer.orderId, now: now() }
  await inTransaction((tx) => writeCorrectedEmail(tx, corrected))
  shiftClock({ hours: 72 })
  expect(await replayErasures(now())).toEqual({ erased: 0, refused: 0 })
  for (const { orderId } of [byOffice, byBuyer]) {
    expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: address })
  }
})

test('everybody is found, however many addresses there are', async () => {
  const emails = Array.from({ length: 5 }, (_, number) => `many-${number}@example.com`)
  for (const email of emails) {
    await eraseGuest({ email, ...ASKED, now: now().add({ hours: 1 }) })
    await buyAs({ name: 'One of Many', email })
    await write(email)
  }
  shiftClock({ hours: 72 })
  expect(await replayErasures(now(), 2)).toEqual({ erased: 5, refused: 0 })
  expect(await replayErasures(now(), 2)).toEqual({ erased: 0, refused: 0 })
})

test('a person with a ride to come in the backup is erased once it has left', async () => {
  const early = { name: 'Early Bird', email: 'early@example.com' }
  await eraseGuest({ email: early.email, ...ASKED, now: now().add({ hours: 1 }) })
  const { orderId } = await buyAs(early)
  expect(await replayErasures(now())).toEqual({ erased: 0, refused: 1 })
  shiftClock({ hours: 72 })
  expect(await replayErasures(now())).toEqual({ erased: 1, refused: 0 })
  expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: null })
})

async function buyAs(contact: typeof GUEST, visitor = addTraveller()) {
  return buy(simulation.bank, [ride(await anyBus(), 'A', 'B')], { contact, visitor })
}

async function write(email: string): Promise<string> {
  const fields = { 'first-name': 'Late', 'last-name': 'Payer', email, topic: 'question' }
  const { reference } = await receiveEnquiry({
    kind: 'contact',
    fields: { ...fields, message: 'Is there a bus on Sunday?' },
    suspicions: [],
    locale: 'en',
    visitor: 'yet another browser',
    now: now(),
  })
  return reference
}

async function addMember(name: string, email: string) {
  const visitor = addTraveller()
  const bought = await buyAs({ name, email }, visitor)
  const { cookie } = await addAccount({ email, name, visitor })
  const account = await findSignedIn(request(cookie), NOON)
  if (!account) throw new Error('not signed in')
  return { ...bought, account }
}

function original(): string {
  return new URL(process.env.DATABASE_URL ?? '').pathname.slice(1)
}

function backup(): string {
  return `${original()}_backup`
}

/** Like a dump and a restore: copies the whole database, over an existing one. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const superuser = inject('superuser')
  await dropDatabase(superuser, to)
  const client = new Client(superuser)
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    from,
  ])
  await client.end()
  await createDatabase(superuser, to, from)
  if (to === original()) await dropDatabase(superuser, from)
}
