import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'
import { prepareJobs } from '#platform/jobs/jobs.server.ts'
import { listMailbox } from '#platform/mail/mailbox.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

import { JOBS } from '../jobs.ts'

/*
 * Migration 0026 merged three outboxes into one. This test rebuilds the database before it, with
 * mails and jobs in each of the three, and migrates it as a start does.
 */

const FOLDER = join(import.meta.dirname, '../db/migrations')
const THE_DAY_BEFORE = '0025'

const addresses = {
  url: process.env.DATABASE_URL ?? '',
  directUrl: process.env.DATABASE_URL ?? '',
  ownerUrl: process.env.DATABASE_OWNER_URL ?? '',
}

/** The full id for one or two digits, such as "…-00000000007b". */
const id = (digits: string) => `00000000-0000-4000-8000-${digits.padStart(12, '0')}`

const MAIL = `mail_id, kind, order_id, enquiry_id, attempt_no, address, locale, visitor, proof_id,
  state, tries, queued_at, sent_at, last_problem`

beforeAll(async () => {
  await asOwner(async (owner) => {
    await sql`drop schema public cascade`.execute(owner)
    await sql`create schema public`.execute(owner)
    const provider = { getMigrations: readMigrationsBefore }
    const { error } = await new Migrator({ db: owner, provider }).migrateToLatest()
    if (error) throw error
    await prepareJobs(addresses.ownerUrl, QUEUES)
    await sql.raw(ROWS).execute(owner)
  })
  await prepareDatabase(
    addresses,
    JOBS.map(({ job }) => job),
  )
})

async function readMigrationsBefore(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file < `${THE_DAY_BEFORE}~`)
  return Object.fromEntries(files.map((file) => [file, migrationFrom(file)]))
}

function migrationFrom(file: string): Migration {
  return {
    async up(tx) {
      await sql.raw(await readFile(join(FOLDER, file), 'utf8')).execute(tx)
    },
  }
}

/** The queues before the migration; a start creates only today's. */
const QUEUES = ['send-account-mail', 'send-enquiry'].map((name) => {
  return { name, tries: 30, firstPause: 20, longestPause: 3600 }
})

const ROWS = `
  insert into orders (order_id, manage_id, reference, visitor, status, locale, created_at, first_held_at,
    held_until, contact_email, vat_percent, confirmed_at)
  values ('${id('1')}', 'm', 'R', 'v', 'confirmed', 'en', now(), now(), now(), 'anna@example.com', 9, now());
  insert into mails (mail_id, order_id, kind, attempt_no, address, state, tries, queued_at, sent_at, last_problem)
  values
    ('${id('a1')}', '${id('1')}', 'confirmation', 1, 'anna@example.com', 'sent', 2, '2026-11-01T08:00Z', '2026-11-01T08:01Z', null),
    ('${id('a2')}', '${id('1')}', 'confirmation', 2, 'anna@example.con', 'refused', 1, '2026-11-01T09:00Z', null, '550 no'),
    ('${id('a3')}', '${id('1')}', 'manage-link', 1, 'anna@example.com', 'parked', 30, '2026-11-01T10:00Z', null, null);

  insert into account_mails (mail_id, kind, address, locale, visitor, proof_id, state, queued_at, sent_at)
  values
    ('${id('b1')}', 'password-changed', 'eleni@example.com', 'el', 'eleni', null, 'queued', '2026-11-02T08:00Z', null),
    ('${id('b2')}', 'sign-up', 'eleni@example.com', 'el', 'eleni', 'proof', 'queued', '2026-11-02T09:00Z', null),
    ('${id('b3')}', 'email-changed', 'eleni@example.com', 'el', 'eleni', null, 'sent', '2026-11-02T10:00Z', '2026-11-02T10:01Z'),
    ('${id('b4')}', 'forgot-password', 'eleni@example.com', 'el', 'eleni', null, 'needless', '2026-11-02T11:00Z', null);

  insert into enquiries (enquiry_id, reference, kind, topic, locale, email, fields, digest, visitor,
    received_at, forwarded_at, acknowledged_at)
  values
    ('${id('c0')}', 'E0', 'contact', 'question', 'en', 'nikos@example.com', '{}', '0', 'nikos', '2026-11-03T07:00Z', '2026-11-03T07:01Z', '2026-11-03T07:02Z'),
    ('${id('c1')}', 'E1', 'contact', 'question', 'en', 'nikos@example.com', '{}', '1', 'nikos', '2026-11-03T08:00Z', null, null),
    ('${id('c2')}', 'E2', 'contact', 'question', 'en', 'nikos@example.com', '{}', '2', 'nikos', '2026-11-03T09:00Z', '2026-11-03T09:01Z', null),
    ('${id('c3')}', 'E3', 'contact', 'question', 'en', 'nikos@example.com', '{}', '3', 'nikos', '2026-11-03T10:00Z', null, null);

  insert into pgboss.job (name, data, state, retry_count) values
    ('send-account-mail', '{"mailId": "${id('b1')}"}', 'created', 0),
    ('send-enquiry', '{"enquiryId": "${id('c1')}", "mailId": "${id('d1')}", "to": "company"}', 'retry', 3),
    ('send-enquiry', '{"enquiryId": "${id('c1')}", "mailId": "${id('d2')}", "to": "writer"}', 'created', 0),
    ('send-enquiry', '{"enquiryId": "${id('c2')}", "mailId": "${id('d3')}", "to": "company"}', 'completed', 0),
    ('send-enquiry', '{"enquiryId": "${id('c3')}", "mailId": "${id('d4')}", "to": "company"}', 'failed', 29),
    ('send-enquiry', '{"enquiryId": "${id('c3')}", "mailId": "${id('d5')}", "to": "writer"}', 'failed', 29)`

const ABOUT_ORDER = { enquiryId: null, locale: null, visitor: null, proofId: null }
const ABOUT_ENQUIRY = { orderId: null, locale: null, visitor: null, proofId: null, attemptNo: 1 }
const ABOUT_ACCOUNT = {
  orderId: null,
  enquiryId: null,
  attemptNo: 1,
  address: 'eleni@example.com',
  locale: 'el',
  visitor: 'eleni',
  lastProblem: null,
  tries: 0,
}
const at = (moment: string) => Temporal.Instant.from(`2026-11-${moment}:00Z`)

test('every mail about an order is unchanged', async () => {
  const orderId = id('1')
  const mails = await list('a')
  expect(mails).toEqual([
    {
      ...ABOUT_ORDER,
      orderId,
      mailId: id('a1'),
      kind: 'confirmation',
      attemptNo: 1,
      address: 'anna@example.com',
      state: 'sent',
      tries: 2,
      queuedAt: at('01T08:00'),
      sentAt: at('01T08:01'),
      lastProblem: null,
    },
    {
      ...ABOUT_ORDER,
      orderId,
      mailId: id('a2'),
      kind: 'confirmation',
      attemptNo: 2,
      address: 'anna@example.con',
      state: 'refused',
      tries: 1,
      queuedAt: at('01T09:00'),
      sentAt: null,
      lastProblem: '550 no',
    },
    {
      ...ABOUT_ORDER,
      orderId,
      mailId: id('a3'),
      kind: 'manage-link',
      attemptNo: 1,
      address: 'anna@example.com',
      state: 'parked',
      tries: 30,
      queuedAt: at('01T10:00'),
      sentAt: null,
      lastProblem: null,
    },
  ])
})

test('every mail about an account is there, with the data of its link', async () => {
  expect(await list('b')).toEqual([
    {
      ...ABOUT_ACCOUNT,
      mailId: id('b1'),
      kind: 'password-changed',
      proofId: null,
      state: 'queued',
      queuedAt: at('02T08:00'),
      sentAt: null,
    },
    {
      ...ABOUT_ACCOUNT,
      mailId: id('b2'),
      kind: 'sign-up',
      proofId: 'proof',
      state: 'queued',
      queuedAt: at('02T09:00'),
      sentAt: null,
    },
    {
      ...ABOUT_ACCOUNT,
      mailId: id('b3'),
      kind: 'email-changed',
      proofId: null,
      state: 'sent',
      queuedAt: at('02T10:00'),
      sentAt: at('02T10:01'),
    },
    {
      ...ABOUT_ACCOUNT,
      mailId: id('b4'),
      kind: 'forgot-password',
      proofId: null,
      state: 'needless',
      queuedAt: at('02T11:00'),
      sentAt: null,
    },
  ])
})

test('every mail of an enquiry is there, sent or due under its own id, and none is added', async () => {
  const company = { ...ABOUT_ENQUIRY, kind: 'forwarded-enquiry', address: null, lastProblem: null }
  const writer = {
    ...ABOUT_ENQUIRY,
    kind: 'acknowledgement',
    address: 'nikos@example.com',
    lastProblem: null,
  }
  expect(await list('d')).toEqual([
    {
      ...company,
      enquiryId: id('c1'),
      mailId: id('d1'),
      state: 'queued',
      tries: 3,
      queuedAt: at('03T08:00'),
      sentAt: null,
    },
    {
      ...writer,
      enquiryId: id('c1'),
      mailId: id('d2'),
      state: 'queued',
      tries: 0,
      queuedAt: at('03T08:00'),
      sentAt: null,
    },
    {
      ...company,
      enquiryId: id('c2'),
      mailId: id('d3'),
      state: 'sent',
      tries: 0,
      queuedAt: at('03T09:00'),
      sentAt: at('03T09:01'),
    },
    {
      ...company,
      enquiryId: id('c3'),
      mailId: id('d4'),
      state: 'parked',
      tries: 29,
      queuedAt: at('03T10:00'),
      sentAt: null,
    },
    {
      ...writer,
      enquiryId: id('c3'),
      mailId: id('d5'),
      state: 'parked',
      tries: 29,
      queuedAt: at('03T10:00'),
      sentAt: null,
    },
  ])
  const withoutJob = await db
    .selectFrom('mails')
    .select(['kind', 'state', 'sentAt'])
    .where('enquiryId', '=', id('c0'))
    .orderBy('sentAt')
    .execute()
  expect(withoutJob).toEqual([
    { kind: 'forwarded-enquiry', state: 'sent', sentAt: at('03T07:01') },
    { kind: 'acknowledgement', state: 'sent', sentAt: at('03T07:02') },
  ])
})

test('mails due in the former queues are sent by the jobs that wait there', async () => {
  const { rows } = await sql<{ name: string; data: object }>`
    select name, data from pgboss.job where state in ('created', 'retry') order by name, created_on`.execute(
    db,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'send-account-mail',
    'send-enquiry',
    'send-enquiry',
  ])
  for (const { name, data } of rows) await JOBS.find(({ job }) => job.name === name)?.run(data)
  const subjects = await Promise.all(
    ['company', 'nikos', 'eleni'].map((visitor) => listMailbox({ visitor })),
  )
  expect(subjects.flat().map(({ messageId, subject }) => [messageId, subject])).toEqual([
    [id('d1'), 'A question: E1'],
    [id('d2'), 'We have received your message: E1'],
    [id('b1'), 'Ο κωδικός πρόσβασής σας άλλαξε'],
  ])
})

/** The mails in the outbox whose ids begin with this letter. */
/** The mails of these ids; one that the migration makes may end in the same two digits. */
function list(letter: string) {
  return sql
    .raw<object>(
      `select ${MAIL} from mails where mail_id::text like '${id(`${letter}_`)}' order by mail_id`,
    )
    .execute(db)
    .then(({ rows }) => rows)
}
