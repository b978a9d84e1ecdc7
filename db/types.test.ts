import {
  sql,
  type InsertObject,
  type OperandValueExpressionOrList,
  type Selectable,
  type UpdateObject,
} from 'kysely'
import { expect, expectTypeOf, test } from 'vitest'

import { GIVEN_KINDS } from '#modules/approvals/limits.ts'
import { SETTLEMENT_STATES } from '#modules/bookkeeping/settlement/settlement-state.ts'
import { ENQUIRY_STATES, MESSAGE_KINDS } from '#modules/enquiries/enquiry-state.ts'
import { ENQUIRY_KINDS, TOPICS } from '#modules/enquiries/forms.ts'
import { VEHICLE_STATES } from '#modules/fleet/vehicle.ts'
import { DRAFT_STATES } from '#modules/gtfs/draft/draft.ts'
import {
  CALL_OUTCOMES,
  INCIDENT_DEFAULTS,
  INCIDENT_KINDS,
  INCIDENT_STATES,
} from '#modules/incidents/incident/incident-states.ts'
import { MAIL_STATES } from '#modules/mail/kinds.ts'
import { NOTICE_PLACES, NOTICE_STATES, NOTICE_TONES } from '#modules/notices/notice.ts'
import { BOOKING_STATES } from '#modules/orders/order/booking-state.ts'
import { CHANGE_ACTORS, CHANGE_KINDS, CHANGE_STATES } from '#modules/orders/order/change-kinds.ts'
import { ORDER_STATUSES } from '#modules/orders/order/order-status.ts'
import { OVERRULE_CODES } from '#modules/orders/order/overrule.ts'
import { SALE_CHANNELS } from '#modules/orders/order/sale-channel.ts'
import { LEDGER_ACCOUNTS } from '#modules/payments/ledger-accounts.ts'
import {
  DISPUTE_OUTCOMES,
  PAYMENT_DECISIONS,
  PAYMENT_STATES,
} from '#modules/payments/payment-state.ts'
import { REFUND_SOURCES, REFUND_STATES } from '#modules/payments/refund-state.ts'
import { TILL_ENTRY_KINDS, TILL_MEANS } from '#modules/payments/till/till-entry.ts'
import { HOLD_STATES } from '#modules/seats/seats.ts'
import {
  PROOFS_OF_IDENTITY,
  ROLES,
  STAFF_INVITATION_KINDS,
  STAFF_STATES,
} from '#modules/staff/people/roles.ts'
import {
  CLOSED_BECAUSE,
  DEPARTURE_ORIGINS,
  DEPARTURE_STATUSES,
  DIFFERENCE_KINDS,
} from '#modules/timetable/departure-status.ts'
import { db } from '#platform/db.server.ts'

import type { DB } from './types.ts'

/** The values of each column that has a check constraint. */
const VALUES = {
  bookings: { state: BOOKING_STATES },
  changes: {
    actor: CHANGE_ACTORS,
    kind: CHANGE_KINDS,
    overrule: OVERRULE_CODES,
    state: CHANGE_STATES,
  },
  departureDifferences: { kind: DIFFERENCE_KINDS },
  departures: {
    closedBecause: CLOSED_BECAUSE,
    origin: DEPARTURE_ORIGINS,
    status: DEPARTURE_STATUSES,
  },
  enquiries: { kind: ENQUIRY_KINDS, state: ENQUIRY_STATES, topic: TOPICS },
  enquiryMessages: { kind: MESSAGE_KINDS },
  incidentBookings: { defaultChoice: INCIDENT_DEFAULTS, state: INCIDENT_STATES },
  incidentCalls: { outcome: CALL_OUTCOMES },
  incidents: { kind: INCIDENT_KINDS },
  ledgerEntries: { account: LEDGER_ACCOUNTS },
  mails: { state: MAIL_STATES },
  notices: { place: NOTICE_PLACES, state: NOTICE_STATES, tone: NOTICE_TONES },
  orders: { channel: SALE_CHANNELS, status: ORDER_STATUSES },
  payments: {
    decision: PAYMENT_DECISIONS,
    disputeOutcome: DISPUTE_OUTCOMES,
    state: PAYMENT_STATES,
  },
  refunds: { source: REFUND_SOURCES, state: REFUND_STATES },
  seatHolds: { state: HOLD_STATES },
  settlementReports: { state: SETTLEMENT_STATES },
  staff: { state: STAFF_STATES },
  staffInvitations: { kind: STAFF_INVITATION_KINDS },
  staffRoles: { role: ROLES },
  timetableDrafts: { state: DRAFT_STATES },
  approvals: { kind: GIVEN_KINDS },
  givenByStaff: { kind: GIVEN_KINDS },
  tillEntries: { kind: TILL_ENTRY_KINDS, means: TILL_MEANS },
  vehicles: { state: VEHICLE_STATES },
  staffSessions: { confirmedBy: PROOFS_OF_IDENTITY },
} as const satisfies {
  [Table in keyof DB]?: { [Column in keyof DB[Table]]?: ListOf<Value<Table, Column>> }
}

type Value<Table extends keyof DB, Column extends keyof DB[Table]> = NonNullable<
  Selectable<DB[Table]>[Column & keyof Selectable<DB[Table]>]
>
type ListOf<Values> = string extends Values ? never : readonly Values[]

test('each check constraint of the database allows what its union names, and nothing else', async () => {
  const named = Object.entries(VALUES).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, values]) => [`${table}.${column}`, values.toSorted()]),
  )
  expect(await listChecked()).toEqual(Object.fromEntries(named))
})

/** By table and column, the texts that a check constraint allows. */
async function listChecked(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ place: string; definition: string }>`
    select relname || '.' || attname as place, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace
      and pg_get_constraintdef(pg_constraint.oid) like '%= ANY (ARRAY[%'`.execute(db)
  return Object.fromEntries(
    rows.map(({ place, definition }) => [
      place.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      [...definition.matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value).toSorted(),
    ]),
  )
}

type Loose = { [Table in keyof DB]: LooseIn<Table> }[keyof DB]
type LooseIn<Table extends keyof DB> = {
  [Column in keyof DB[Table] & Choice]: string extends Value<Table, Column>
    ? `${Table}.${Column}`
    : never
}[keyof DB[Table] & Choice]
/** Names of columns that hold one of a few words. */
type Choice =
  | 'account'
  | 'actor'
  | 'category'
  | 'decision'
  | 'declineReason'
  | 'disputeOutcome'
  | 'kind'
  | 'locale'
  | 'outcome'
  | 'passengerCategory'
  | 'provider'
  | 'purpose'
  | 'reason'
  | 'series'
  | 'source'
  | 'state'
  | 'status'
  | 'topic'

test('a column for one of a few words is a union, unless its words are not ours', () => {
  expectTypeOf<Loose>().toEqualTypeOf<
    | 'approvals.reason'
    | 'auditEntries.actor'
    | 'auditEntries.reason'
    | 'extraDepartures.reason'
    | 'feedImports.source'
    | 'paymentNotices.kind'
    | 'seatBlocks.reason'
    | 'tillEntries.reason'
  >()
})

test('a misspelt state compiles neither in a condition nor in what is written', () => {
  type Status = OperandValueExpressionOrList<DB, 'orders', 'status'>
  expectTypeOf<'confirmed'>().toExtend<Status>()
  expectTypeOf<'confirmd'>().not.toExtend<Status>()
  expectTypeOf<readonly ['cart', 'confirmd']>().not.toExtend<Status>()

  type Change = UpdateObject<DB, 'payments'>
  expectTypeOf<{ state: 'paid' }>().toExtend<Change>()
  expectTypeOf<{ state: 'payed' }>().not.toExtend<Change>()

  type Hold = InsertObject<DB, 'seatHolds'>
  expectTypeOf<'sold'>().toExtend<Hold['state']>()
  expectTypeOf<'solt'>().not.toExtend<Hold['state']>()
})
