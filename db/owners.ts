import type { DB } from './types.ts'

/**
 * Maps modules to the tables that they alone write. Any later module may read them. To change a row
 * of another module, a module calls a function of the owner and passes its transaction.
 * test/table-owners.test.ts enforces this list.
 */
export const TABLE_OWNERS = {
  'modules/timetable': [
    'areaNames',
    'areas',
    'departureDifferences',
    'departureStops',
    'departures',
    'periodNames',
    'routeNames',
    'routes',
    'serviceCalendars',
    'serviceExceptions',
    'stopAreas',
    'stopNames',
    'stopTimes',
    'stops',
    'trips',
  ],
  'modules/fares': ['fares'],
  'modules/seats': ['seatHolds'],
  'modules/payments': ['ledgerEntries', 'paymentNotices', 'payments', 'refunds'],
  'modules/tickets': ['tickets'],
  'modules/mail': ['mails'],
  'modules/orders': [
    'bookingPassengers',
    'bookings',
    'changedBookings',
    'changes',
    'linkRequests',
    'orders',
    'receiptCounters',
    'receiptLines',
    'receipts',
  ],
  'modules/enquiries': ['enquiries', 'formKeys'],
  'modules/accounts': [
    'accountKeys',
    'accountPasswords',
    'accountSessions',
    'accountTokens',
    'accounts',
    'addressProofs',
    'erasureKeys',
  ],
  'modules/bookkeeping': ['knownBreaches', 'settlementReports'],
  'modules/gtfs': ['feedImports'],
  platform: ['auditEntries', 'installationKeys', 'mailboxMessages', 'tries'],
} as const satisfies Record<string, readonly (keyof DB)[]>
