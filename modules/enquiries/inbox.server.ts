import { sql, type ExpressionBuilder } from 'kysely'

import type { DB } from '#db/types.ts'
import { BOUGHT } from '#modules/orders/order/buyers.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { Fields } from './check-fields.ts'
import { TO_DO, type EnquiryState } from './enquiry-state.ts'
import type { EnquiryKind, Topic } from './forms.ts'

export const ENQUIRIES_ON_A_PAGE = 50
/** Hours after which a writer has waited long enough to be shown on Today. */
export const ANSWER_WITHIN_HOURS = 24
/** Days before a legal date from which a complaint is shown on Today. */
export const DUE_SOON_DAYS = 3
const MAX_DUE = 50
const MAX_BOOKINGS = 10
const MAX_EARLIER = 10

/** Sorts what has no legal date behind everything that has. */
const dueFirst = sql<Temporal.PlainDate>`coalesce(due_on, '9999-12-31')`

export type Listed = {
  enquiryId: string
  reference: string
  kind: EnquiryKind
  topic: Topic | null
  state: EnquiryState
  writer: string
  assignedTo: string | null
  dueOn: Temporal.PlainDate | null
  waitsSince: Temporal.Instant | null
  receivedAt: Temporal.Instant
  /** How the message begins. */
  beginning: string
}

export type InboxFilter = {
  /** Those still to be done, due ones first; or those that had an end, newest first. */
  which: 'to-do' | 'done'
  state?: EnquiryState | undefined
  kind?: EnquiryKind | undefined
  topic?: Topic | undefined
  /** As in the audit; null for those that nobody has taken. */
  assignedTo?: string | null | undefined
  /** The reference of the last enquiry of the page before. */
  after?: string | undefined
}

/** A page of the inbox, and whether another one follows. */
export async function listEnquiries(
  filter: InboxFilter,
): Promise<{ enquiries: Listed[]; hasMore: boolean }> {
  const rows = await selectListed()
    .where((one) => matches(one, filter))
    .$if(filter.which === 'to-do', (query) =>
      query.orderBy(dueFirst).orderBy('receivedAt').orderBy('enquiryId'),
    )
    .$if(filter.which === 'done', (query) =>
      query.orderBy('receivedAt', 'desc').orderBy('enquiryId', 'desc'),
    )
    .limit(ENQUIRIES_ON_A_PAGE + 1)
    .execute()
  return {
    enquiries: rows.slice(0, ENQUIRIES_ON_A_PAGE).map(toListed),
    hasMore: rows.length > ENQUIRIES_ON_A_PAGE,
  }
}

/** The states as literals, so that the planner finds the index over them. */
const STATES = {
  'to-do': sql<boolean>`state in ('new', 'open', 'waiting')`,
  done: sql<boolean>`state in ('answered', 'closed')`,
}

function matches(one: ExpressionBuilder<DB, 'enquiries'>, filter: InboxFilter) {
  const { which, state, kind, topic, assignedTo, after } = filter
  return one.and([
    STATES[which],
    ...(state ? [one('state', '=', state)] : []),
    ...(kind ? [one('kind', '=', kind)] : []),
    ...(topic ? [one('topic', '=', topic)] : []),
    ...(assignedTo === null ? [one('assignedTo', 'is', null)] : []),
    ...(assignedTo ? [one('assignedTo', '=', assignedTo)] : []),
    ...(after ? [isBehind(which, after)] : []),
  ])
}

/** Behind the last enquiry of the page before, in the order of the list. */
function isBehind(which: 'to-do' | 'done', reference: string) {
  return which === 'to-do'
    ? sql<boolean>`(coalesce(due_on, '9999-12-31'), received_at, enquiry_id) >
        (select coalesce(due_on, '9999-12-31'), received_at, enquiry_id from enquiries as last
          where last.reference = ${reference})`
    : sql<boolean>`(received_at, enquiry_id) < (select received_at, enquiry_id
        from enquiries as last where last.reference = ${reference})`
}

function selectListed() {
  return db
    .selectFrom('enquiries')
    .select(['enquiryId', 'reference', 'kind', 'topic', 'state', 'assignedTo', 'dueOn'])
    .select(['waitsSince', 'receivedAt', 'fields'])
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number]

function toListed({ fields: typed, ...row }: ListedRow): Listed {
  const fields = typed as Fields
  const beginning = (fields.message ?? fields.notes ?? '').slice(0, 140)
  return { ...row, writer: writerOf(fields), beginning }
}

/** The name as it was typed. */
export function writerOf(fields: Fields): string {
  return [fields['first-name'], fields['last-name']].filter(Boolean).join(' ')
}

/**
 * The enquiries that a person has to look at now: a complaint whose legal date is near or over, and
 * any other writer who has waited for a day. A complaint takes weeks to look into, so its wait
 * alone is no problem. Due ones first.
 */
export async function listDueEnquiries(now: Temporal.Instant): Promise<Listed[]> {
  const rows = await selectListed()
    .where(STATES['to-do'])
    .where((one) =>
      one.or([
        one('dueOn', '<=', dueSoon(now)),
        one.and([
          one('dueOn', 'is', null),
          one('waitsSince', '<=', now.subtract({ hours: ANSWER_WITHIN_HOURS })),
        ]),
      ]),
    )
    .orderBy(dueFirst)
    .orderBy('receivedAt')
    .limit(MAX_DUE)
    .execute()
  return rows.map(toListed)
}

/** The last of the dates that are near or over. */
export function dueSoon(now: Temporal.Instant): Temporal.PlainDate {
  return dateInCyprus(now).add({ days: DUE_SOON_DAYS })
}

export type Message = {
  kind: 'answer' | 'reply' | 'note'
  body: string
  writtenBy: string | null
  writtenAt: Temporal.Instant
}

/** One enquiry with all that was written, for staff; undefined for an unknown reference. */
export async function findEnquiry(reference: string) {
  const enquiry = await db
    .selectFrom('enquiries')
    .select(['enquiryId', 'reference', 'kind', 'topic', 'locale', 'email', 'fields', 'state'])
    .select(['suspicions', 'receivedAt', 'assignedTo', 'dueOn', 'waitsSince', 'threadId'])
    .select((one) =>
      one
        .selectFrom('orders')
        .select('reference')
        .whereRef('orders.orderId', '=', 'enquiries.orderId')
        .as('booking'),
    )
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!enquiry) return undefined
  const { fields, ...row } = enquiry
  return {
    ...row,
    fields: fields as Fields,
    writer: writerOf(fields as Fields),
    isToDo: TO_DO.includes(row.state),
    messages: await listMessages(row.enquiryId),
    bookings: await listBookingsOf(row.email),
    earlier: await listEarlier(row),
  }
}

function listMessages(enquiryId: string): Promise<Message[]> {
  return db
    .selectFrom('enquiryMessages')
    .select(['kind', 'body', 'writtenBy', 'writtenAt'])
    .where('enquiryId', '=', enquiryId)
    .orderBy('writtenAt')
    .execute()
}

/** The bookings with this address, latest first. */
function listBookingsOf(email: string) {
  return db
    .selectFrom('orders')
    .select(['reference', 'status', 'createdAt'])
    .select((order) =>
      order
        .selectFrom('bookings')
        .select((booking) => booking.fn.min('departsAt').as('departsAt'))
        .whereRef('bookings.orderId', '=', 'orders.orderId')
        .where('state', '=', 'live')
        .as('firstDepartsAt'),
    )
    .where((order) => order.fn('lower', ['contactEmail']), '=', email.toLowerCase())
    .where('status', 'in', BOUGHT)
    .orderBy('createdAt', 'desc')
    .limit(MAX_BOOKINGS)
    .execute()
}

/** Earlier messages from the same address. */
function listEarlier({ enquiryId, email }: { enquiryId: string; email: string }) {
  return db
    .selectFrom('enquiries')
    .select(['reference', 'kind', 'topic', 'state', 'receivedAt'])
    .where((one) => one.fn('lower', ['email']), '=', email.toLowerCase())
    .where('enquiryId', '<>', enquiryId)
    .orderBy('receivedAt', 'desc')
    .limit(MAX_EARLIER)
    .execute()
}
