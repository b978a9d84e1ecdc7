import { Cli, GenericExpressionNode, IdentifierNode, type Config } from 'kysely-codegen'

/*
 * The rules by which db/types.ts is generated from the tables. A column with a state, a kind, a language … gets
 * the union type from the code, so that a misspelt state in a query does not compile.
 */

/** Each union, its file, which must not depend on the database, and its columns. */
const UNIONS: Record<string, { file: string; columns: readonly string[] }> = {
  AlertKind: { file: '#platform/watch/alert-kinds.ts', columns: ['alerts.kind'] },
  BookingState: { file: '#modules/orders/order/booking-state.ts', columns: ['bookings.state'] },
  ChangeActor: { file: '#modules/orders/order/change-kinds.ts', columns: ['changes.actor'] },
  ChangeKind: { file: '#modules/orders/order/change-kinds.ts', columns: ['changes.kind'] },
  ChangeState: { file: '#modules/orders/order/change-kinds.ts', columns: ['changes.state'] },
  DeviceKind: {
    file: '#modules/boarding/package/device-kind.ts',
    columns: ['boarding_devices.kind'],
  },
  DeclineReason: { file: '#modules/payments/provider.ts', columns: ['payments.decline_reason'] },
  ClosedBecause: {
    file: '#modules/timetable/departure-status.ts',
    columns: ['departures.closed_because'],
  },
  DepartureOrigin: {
    file: '#modules/timetable/departure-status.ts',
    columns: ['departures.origin'],
  },
  DepartureStatus: {
    file: '#modules/timetable/departure-status.ts',
    columns: ['departures.status'],
  },
  DifferenceKind: {
    file: '#modules/timetable/departure-status.ts',
    columns: ['departure_differences.kind'],
  },
  IncidentCallOutcome: {
    file: '#modules/incidents/incident/incident-states.ts',
    columns: ['incident_calls.outcome'],
  },
  IncidentDefault: {
    file: '#modules/incidents/incident/incident-states.ts',
    columns: ['incident_bookings.default_choice'],
  },
  IncidentKind: {
    file: '#modules/incidents/incident/incident-states.ts',
    columns: ['incident_departures.kind', 'incidents.kind'],
  },
  IncidentState: {
    file: '#modules/incidents/incident/incident-states.ts',
    columns: ['incident_bookings.state'],
  },
  DisputeOutcome: {
    file: '#modules/payments/payment-state.ts',
    columns: ['payments.dispute_outcome'],
  },
  DraftState: {
    file: '#modules/gtfs/draft/draft.ts',
    columns: ['timetable_drafts.state'],
  },
  EnquiryKind: { file: '#modules/enquiries/forms.ts', columns: ['enquiries.kind'] },
  EnquiryState: { file: '#modules/enquiries/enquiry-state.ts', columns: ['enquiries.state'] },
  MessageKind: { file: '#modules/enquiries/enquiry-state.ts', columns: ['enquiry_messages.kind'] },
  HoldState: { file: '#modules/seats/seats.ts', columns: ['seat_holds.state'] },
  LedgerAccount: {
    file: '#modules/payments/ledger-accounts.ts',
    columns: ['ledger_entries.account'],
  },
  Locale: {
    file: '#platform/locale.ts',
    columns: [
      'accounts.locale',
      'address_proofs.locale',
      'area_names.locale',
      'enquiries.locale',
      'mails.locale',
      'notice_words.locale',
      'orders.locale',
      'period_names.locale',
      'route_names.locale',
      'staff.locale',
      'stop_names.locale',
    ],
  },
  MailKind: { file: '#modules/mail/kinds.ts', columns: ['mails.kind'] },
  MailState: { file: '#modules/mail/kinds.ts', columns: ['mails.state'] },
  NoticePlace: { file: '#modules/notices/notice.ts', columns: ['notices.place'] },
  NoticeState: { file: '#modules/notices/notice.ts', columns: ['notices.state'] },
  NoticeTone: { file: '#modules/notices/notice.ts', columns: ['notices.tone'] },
  OrderStatus: { file: '#modules/orders/order/order-status.ts', columns: ['orders.status'] },
  OverruleCode: { file: '#modules/orders/order/overrule.ts', columns: ['changes.overrule'] },
  PassengerCategory: {
    file: '#modules/fares/passengers.ts',
    columns: [
      'booking_passengers.category',
      'daily_figures.category',
      'fares.passenger_category',
      'receipt_lines.category',
    ],
  },
  PaymentDecision: { file: '#modules/payments/payment-state.ts', columns: ['payments.decision'] },
  PaymentState: { file: '#modules/payments/payment-state.ts', columns: ['payments.state'] },
  ProviderId: {
    file: '#modules/payments/provider.ts',
    columns: ['payment_notices.provider', 'payments.provider', 'settlement_reports.provider'],
  },
  ReceiptSeries: {
    file: '#modules/tickets/ticket.ts',
    columns: ['receipt_counters.series', 'receipt_lines.series', 'receipts.series'],
  },
  RefundReason: { file: '#modules/payments/refund-state.ts', columns: ['refunds.reason'] },
  RefundSource: { file: '#modules/payments/refund-state.ts', columns: ['refunds.source'] },
  RefundState: { file: '#modules/payments/refund-state.ts', columns: ['refunds.state'] },
  ProofOfIdentity: {
    file: '#modules/staff/people/roles.ts',
    columns: ['staff_sessions.confirmed_by'],
  },
  Role: { file: '#modules/staff/people/roles.ts', columns: ['staff_roles.role'] },
  StaffInvitationKind: {
    file: '#modules/staff/people/roles.ts',
    columns: ['staff_invitations.kind'],
  },
  StaffState: { file: '#modules/staff/people/roles.ts', columns: ['staff.state'] },
  SaleChannel: { file: '#modules/orders/order/sale-channel.ts', columns: ['orders.channel'] },
  SettlementState: {
    file: '#modules/bookkeeping/settlement/settlement-state.ts',
    columns: ['settlement_reports.state'],
  },
  TillEntryKind: {
    file: '#modules/payments/till/till-entry.ts',
    columns: ['till_entries.kind'],
  },
  GivenKind: {
    file: '#modules/approvals/limits.ts',
    columns: ['approvals.kind', 'given_by_staff.kind'],
  },
  TillMeans: { file: '#modules/payments/till/till-entry.ts', columns: ['till_entries.means'] },
  VehicleState: { file: '#modules/fleet/vehicle.ts', columns: ['vehicles.state'] },
  Topic: { file: '#modules/enquiries/forms.ts', columns: ['enquiries.topic'] },
}

/** Columns with a default in the database, which an insert may omit. */
const WITH_DEFAULT = new Set([
  'bookings.state',
  'departures.origin',
  'departures.status',
  'enquiries.state',
  'orders.channel',
])

const OPTIONS: Config = {
  camelCase: true,
  customImports: Object.fromEntries(Object.entries(UNIONS).map(([name, { file }]) => [name, file])),
  dialect: 'postgres',
  excludePattern: '{kysely_*,pgboss.*}',
  outFile: 'db/types.ts',
  // Given as nodes: types given as text need an older interface of TypeScript, which our version
  // lacks.
  overrides: {
    columns: Object.fromEntries(
      Object.entries(UNIONS).flatMap(([name, { columns }]) =>
        columns.map((column) => [column, typeOf(name, column)]),
      ),
    ),
  },
  typeMapping: { date: 'Temporal.PlainDate', timestamptz: 'Temporal.Instant', int8: 'number' },
}

function typeOf(name: string, column: string) {
  const union = new IdentifierNode(name)
  return WITH_DEFAULT.has(column) ? new GenericExpressionNode('Generated', [union]) : union
}

export async function writeTableTypes(url: string): Promise<void> {
  await new Cli().generate({ ...OPTIONS, url })
}

/** @throws if db/types.ts does not match this database */
export async function checkTableTypes(url: string): Promise<void> {
  await new Cli().generate({ ...OPTIONS, url, verify: true, logLevel: 'silent' })
}
