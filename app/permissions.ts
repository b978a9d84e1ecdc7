import { APPROVERS } from '#modules/approvals/limits.ts'
import type { PasskeyRequest } from '#modules/staff/keys/passkey-request.ts'
import type { Role } from '#modules/staff/people/roles.ts'
import * as paths from '#paths'

/** The confirmation that an act needs: L1 in the last 15 minutes, L2 with this very form. */
export type Level = 'L1' | 'L2'

/** Every permission, with the roles that have it. */
export const PERMISSIONS = {
  'today.see': ['owner', 'dispatcher', 'seller', 'accountant', 'editor', 'auditor'],
  'alerts.acknowledge': ['owner', 'dispatcher', 'accountant'],
  'approvals.decide': APPROVERS,
  'departures.see': ['owner', 'dispatcher', 'seller', 'accountant', 'editor', 'auditor'],
  'departures.sale': ['owner', 'dispatcher'],
  'departures.capacity': ['owner', 'dispatcher'],
  'departures.vehicle': ['owner', 'dispatcher'],
  'departures.bay': ['owner', 'dispatcher'],
  'departures.delay': ['owner', 'dispatcher'],
  'departures.message': ['owner', 'dispatcher'],
  'departures.cancel': ['owner', 'dispatcher'],
  'departures.extra': ['owner', 'dispatcher'],
  'incidents.see': ['owner', 'dispatcher', 'seller', 'auditor'],
  'incidents.call': ['owner', 'dispatcher', 'seller'],
  'incidents.ask': ['owner', 'dispatcher'],
  'incidents.close': ['owner', 'dispatcher'],
  'manifest.see': ['owner', 'dispatcher', 'seller', 'driver', 'auditor'],
  'boarding.tick': ['owner', 'dispatcher', 'driver'],
  'fleet.see': ['owner', 'dispatcher', 'auditor'],
  'fleet.edit': ['owner', 'dispatcher'],
  'duties.see': ['owner', 'dispatcher', 'driver', 'auditor'],
  'duties.edit': ['owner', 'dispatcher'],
  'boarding.scan': ['owner', 'dispatcher', 'driver'],
  'phones.see': ['owner', 'dispatcher', 'auditor'],
  'phones.decide': ['owner', 'dispatcher'],
  'orders.find': ['owner', 'dispatcher', 'seller', 'accountant', 'auditor'],
  'orders.see-phone': ['owner', 'dispatcher', 'seller'],
  'orders.note': ['owner', 'dispatcher', 'seller'],
  'orders.resend': ['owner', 'dispatcher', 'seller'],
  'orders.contact': ['owner', 'dispatcher', 'seller'],
  'orders.change': ['owner', 'dispatcher', 'seller'],
  'orders.overrule': ['owner', 'dispatcher', 'seller'],
  'orders.refund-goodwill': ['owner', 'dispatcher'],
  'sales.sell': ['owner', 'dispatcher', 'seller'],
  'sales.sell-free': ['owner', 'dispatcher'],
  'till.own': ['owner', 'dispatcher', 'seller', 'driver'],
  'till.see-all': ['owner', 'accountant', 'auditor'],
  'till.correct': ['owner', 'accountant'],
  'enquiries.see': ['owner', 'dispatcher', 'seller', 'accountant', 'auditor'],
  'enquiries.answer': ['owner', 'dispatcher', 'seller'],
  'timetable.see': ['owner', 'dispatcher', 'editor', 'auditor'],
  'timetable.draft': ['owner', 'dispatcher', 'editor'],
  'timetable.publish': ['owner', 'dispatcher'],
  'fares.see': ['owner', 'dispatcher', 'accountant', 'auditor'],
  'fares.draft': ['owner', 'accountant'],
  'fares.publish': ['owner'],
  'company.see': ['owner', 'auditor'],
  'company.edit': ['owner'],
  'notices.see': ['owner', 'dispatcher', 'editor', 'auditor'],
  'notices.edit': ['owner', 'dispatcher', 'editor'],
  'money.see': ['owner', 'accountant', 'auditor'],
  'money.decide': ['owner', 'accountant'],
  'reports.see': ['owner', 'accountant', 'auditor'],
  'checks.see': ['owner', 'dispatcher', 'accountant', 'auditor'],
  'checks.run': ['owner', 'accountant'],
  'people.erase': ['owner'],
  'staff.see': ['owner', 'auditor'],
  'staff.edit': ['owner'],
  'audit.see': ['owner', 'auditor'],
  'own.see': ['owner', 'dispatcher', 'seller', 'accountant', 'driver', 'editor', 'auditor'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/**
 * The most, in cents, that a role may give against the rules on one booking; the highest of several
 * roles counts.
 */
const MAY_WAIVE: Record<
  'orders.overrule' | 'orders.refund-goodwill',
  Partial<Record<Role, number>>
> = {
  'orders.overrule': { owner: NO_LIMIT, dispatcher: NO_LIMIT, seller: 3000 },
  'orders.refund-goodwill': { owner: NO_LIMIT, dispatcher: 5000 },
}

/** The limit of a member for this act, in cents. */
export function mayWaiveCents(roles: readonly Role[], permission: keyof typeof MAY_WAIVE): number {
  return Math.max(0, ...roles.map((role) => MAY_WAIVE[permission][role] ?? 0))
}

export function isLimited(mayWaive: number): boolean {
  return mayWaive < NO_LIMIT
}

export type Act = { needs: Permission; confirm?: Level }

/** `see` is the permission to open the page; 'anybody' opens it without signing in. */
export type Entry = { see: Permission | 'anybody'; acts?: Record<string, Act> }

/**
 * Every page of the office and every act on it. A page that is not listed does not exist; an act is
 * a form sent to the page with its name as `intent`. The compiler asks each page for exactly its acts.
 */
export const OFFICE = {
  '/office': {
    see: 'today.see',
    acts: {
      acknowledge: { needs: 'alerts.acknowledge' },
      confirm: { needs: 'approvals.decide', confirm: 'L1' },
      refuse: { needs: 'approvals.decide' },
    },
  },
  '/office/now': { see: 'today.see' },
  '/office/login': { see: 'anybody' },
  '/office/invitation/:token': { see: 'anybody' },
  '/office/me': {
    see: 'own.see',
    acts: {
      'end-session': { needs: 'own.see' },
      'end-others': { needs: 'own.see' },
      preferences: { needs: 'own.see' },
      // It asks for the present password itself.
      password: { needs: 'own.see' },
      authenticator: { needs: 'own.see', confirm: 'L1' },
      passkey: { needs: 'own.see', confirm: 'L1' },
      'remove-factor': { needs: 'own.see', confirm: 'L1' },
      'recovery-codes': { needs: 'own.see', confirm: 'L1' },
    },
  },

  '/office/departures': { see: 'departures.see' },
  '/office/departures/new': {
    see: 'departures.extra',
    acts: { add: { needs: 'departures.extra', confirm: 'L1' } },
  },
  '/office/departures/:id': {
    see: 'departures.see',
    acts: {
      'close-sale': { needs: 'departures.sale' },
      'open-sale': { needs: 'departures.sale' },
      block: { needs: 'departures.sale' },
      free: { needs: 'departures.sale' },
      capacity: { needs: 'departures.capacity' },
      vehicle: { needs: 'departures.vehicle' },
      relief: { needs: 'departures.vehicle' },
      bay: { needs: 'departures.bay' },
      late: { needs: 'departures.delay' },
      'on-time': { needs: 'departures.delay' },
      'reopen-boarding': { needs: 'departures.delay' },
      message: { needs: 'departures.message' },
      revive: { needs: 'departures.cancel', confirm: 'L1' },
      'run-anyway': { needs: 'departures.cancel', confirm: 'L1' },
      'remove-extra': { needs: 'departures.extra', confirm: 'L1' },
    },
  },
  '/office/departures/:id/cancel': {
    see: 'departures.cancel',
    acts: { cancel: { needs: 'departures.cancel', confirm: 'L2' } },
  },
  '/office/differences': {
    see: 'departures.see',
    acts: { retime: { needs: 'departures.cancel', confirm: 'L2' } },
  },
  '/office/incidents': { see: 'incidents.see' },
  '/office/incidents/new': {
    see: 'departures.cancel',
    acts: {
      'cancel-many': { needs: 'departures.cancel', confirm: 'L2' },
      'change-stop': { needs: 'departures.cancel', confirm: 'L2' },
      'late-many': { needs: 'departures.delay', confirm: 'L1' },
    },
  },
  '/office/incidents/:id': {
    see: 'incidents.see',
    acts: {
      take: { needs: 'incidents.call' },
      called: { needs: 'incidents.call' },
      ask: { needs: 'incidents.ask', confirm: 'L2' },
      'change-reason': { needs: 'departures.message' },
      close: { needs: 'incidents.close' },
      reopen: { needs: 'departures.cancel' },
      revive: { needs: 'departures.cancel', confirm: 'L2' },
    },
  },
  '/office/departures/:id/manifest': {
    see: 'manifest.see',
    acts: { tick: { needs: 'boarding.tick' }, untick: { needs: 'boarding.tick' } },
  },
  '/office/departures/:id/manifest.csv': { see: 'manifest.see' },
  '/office/departures/:id/manifest.pdf': { see: 'manifest.see' },

  '/office/vehicles': { see: 'fleet.see' },
  '/office/vehicles/:id': { see: 'fleet.see', acts: { save: { needs: 'fleet.edit' } } },
  '/office/drivers': { see: 'fleet.see' },
  '/office/drivers/:id': {
    see: 'fleet.see',
    acts: {
      save: { needs: 'fleet.edit' },
      absent: { needs: 'fleet.edit' },
      back: { needs: 'fleet.edit' },
    },
  },
  '/office/duties': {
    see: 'duties.see',
    acts: {
      add: { needs: 'duties.edit' },
      assign: { needs: 'duties.edit' },
      copy: { needs: 'duties.edit' },
    },
  },
  '/office/duties/:id': {
    see: 'fleet.see',
    acts: {
      save: { needs: 'duties.edit' },
      vehicle: { needs: 'duties.edit' },
      assign: { needs: 'duties.edit' },
      remove: { needs: 'duties.edit' },
      delete: { needs: 'duties.edit' },
    },
  },
  '/office/boarding': {
    see: 'boarding.scan',
    acts: { late: { needs: 'boarding.scan' }, left: { needs: 'boarding.scan' } },
  },
  '/office/boarding/sync': { see: 'boarding.scan' },

  '/office/phones': {
    see: 'phones.see',
    acts: {
      block: { needs: 'phones.decide' },
      unblock: { needs: 'phones.decide' },
      settle: { needs: 'phones.decide' },
    },
  },

  '/office/find': { see: 'orders.find' },
  '/office/bookings/:reference': {
    see: 'orders.find',
    acts: {
      resend: { needs: 'orders.resend' },
      note: { needs: 'orders.note' },
      'see-phone': { needs: 'orders.see-phone' },
      extend: { needs: 'orders.change' },
      reissue: { needs: 'orders.change' },
    },
  },
  '/office/bookings/:reference/holder': { see: 'orders.find' },
  '/office/bookings/:reference/papers/:file': { see: 'orders.find' },
  // A ticket lets its holder board, so only those may print one who may issue one.
  '/office/bookings/:reference/tickets/:file': { see: 'orders.change' },
  '/office/bookings/:reference/contact': {
    see: 'orders.contact',
    acts: { contact: { needs: 'orders.contact' } },
  },
  '/office/bookings/:reference/cancel': {
    see: 'orders.change',
    acts: {
      cancel: { needs: 'orders.change' },
      overrule: { needs: 'orders.overrule', confirm: 'L1' },
    },
  },
  '/office/bookings/:reference/journeys/:place/change': {
    see: 'orders.change',
    acts: {
      change: { needs: 'orders.change' },
      'next-bus': { needs: 'orders.change' },
      overrule: { needs: 'orders.overrule', confirm: 'L1' },
    },
  },
  '/office/bookings/:reference/refund': {
    see: 'orders.refund-goodwill',
    acts: { refund: { needs: 'orders.refund-goodwill', confirm: 'L1' } },
  },
  '/office/bookings/:reference/person': {
    see: 'people.erase',
    acts: {
      erase: { needs: 'people.erase', confirm: 'L2' },
      export: { needs: 'people.erase', confirm: 'L2' },
    },
  },

  '/office/bookings/:reference/person.json': { see: 'people.erase' },
  '/office/sell': {
    see: 'sales.sell',
    acts: {
      cash: { needs: 'sales.sell' },
      terminal: { needs: 'sales.sell' },
      link: { needs: 'sales.sell' },
      free: { needs: 'sales.sell-free', confirm: 'L1' },
      choose: { needs: 'sales.sell' },
      again: { needs: 'sales.sell' },
    },
  },
  '/office/till': {
    see: 'till.own',
    acts: {
      open: { needs: 'till.own' },
      'pay-in': { needs: 'till.own' },
      'pay-out': { needs: 'till.own' },
      'pay-refund': { needs: 'till.own' },
      'refund-in-cash': { needs: 'sales.sell', confirm: 'L1' },
      close: { needs: 'till.own' },
    },
  },
  '/office/tills': { see: 'till.see-all' },
  '/office/tills/:id': {
    see: 'till.see-all',
    acts: { correct: { needs: 'till.correct', confirm: 'L1' } },
  },

  '/office/money': { see: 'money.see' },
  '/office/money/payments/:id': {
    see: 'money.see',
    acts: {
      ask: { needs: 'money.decide' },
      accept: { needs: 'money.decide', confirm: 'L1' },
      'make-good': { needs: 'money.decide', confirm: 'L2' },
      return: { needs: 'money.decide', confirm: 'L1' },
      'dispute-won': { needs: 'money.decide', confirm: 'L1' },
      'dispute-lost': { needs: 'money.decide', confirm: 'L1' },
    },
  },
  '/office/money/refunds/:id': {
    see: 'money.see',
    acts: {
      retry: { needs: 'money.decide', confirm: 'L1' },
      'paid-otherwise': { needs: 'money.decide', confirm: 'L1' },
      'paid-in-portal': { needs: 'money.decide', confirm: 'L1' },
    },
  },
  '/office/money/settlement': { see: 'money.see' },
  '/office/money/settlement/:day': { see: 'money.see' },
  '/office/checks': { see: 'checks.see', acts: { check: { needs: 'checks.run' } } },

  '/office/enquiries': { see: 'enquiries.see' },
  '/office/enquiries/:reference': {
    see: 'enquiries.see',
    acts: {
      assign: { needs: 'enquiries.answer' },
      note: { needs: 'enquiries.answer' },
      answer: { needs: 'enquiries.answer' },
      close: { needs: 'enquiries.answer' },
      reopen: { needs: 'enquiries.answer' },
      link: { needs: 'enquiries.answer' },
      unlink: { needs: 'enquiries.answer' },
    },
  },
  '/office/notices': { see: 'notices.see' },
  '/office/notices/:id': {
    see: 'notices.see',
    acts: {
      save: { needs: 'notices.edit' },
      publish: { needs: 'notices.edit' },
      'take-down': { needs: 'notices.edit' },
    },
  },

  '/office/company': {
    see: 'company.see',
    acts: {
      check: { needs: 'company.edit' },
      save: { needs: 'company.edit', confirm: 'L2' },
      restore: { needs: 'company.edit', confirm: 'L2' },
    },
  },
  '/office/timetable': {
    see: 'timetable.see',
    acts: { upload: { needs: 'timetable.draft' }, restore: { needs: 'timetable.draft' } },
  },
  '/office/timetable/:id': {
    see: 'timetable.see',
    acts: {
      preview: { needs: 'timetable.draft' },
      publish: { needs: 'timetable.publish', confirm: 'L2' },
      unschedule: { needs: 'timetable.publish' },
      discard: { needs: 'timetable.draft' },
    },
  },
  '/office/timetable/:id/state': { see: 'timetable.see' },
  '/office/timetable/:id/feed.zip': { see: 'timetable.see' },

  '/office/fares': {
    see: 'fares.see',
    acts: { begin: { needs: 'fares.draft' }, restore: { needs: 'fares.draft' } },
  },
  '/office/fares/:id': {
    see: 'fares.see',
    acts: {
      save: { needs: 'fares.draft' },
      raise: { needs: 'fares.draft' },
      publish: { needs: 'fares.publish', confirm: 'L2' },
      discard: { needs: 'fares.draft' },
    },
  },

  '/office/reports': { see: 'reports.see' },
  '/office/reports/:name': { see: 'reports.see' },
  '/office/reports/:name/csv': { see: 'reports.see' },
  '/office/reports/:name/xlsx': { see: 'reports.see' },

  '/office/staff': { see: 'staff.see', acts: { invite: { needs: 'staff.edit', confirm: 'L2' } } },
  '/office/staff/:id': {
    see: 'staff.see',
    acts: {
      roles: { needs: 'staff.edit', confirm: 'L2' },
      suspend: { needs: 'staff.edit', confirm: 'L2' },
      resume: { needs: 'staff.edit', confirm: 'L2' },
      leave: { needs: 'staff.edit', confirm: 'L2' },
      'end-sessions': { needs: 'staff.edit', confirm: 'L1' },
      resend: { needs: 'staff.edit', confirm: 'L1' },
      'stop-reset': { needs: 'staff.edit' },
    },
  },
  '/office/audit': { see: 'audit.see' },
  '/office/audit.csv': { see: 'audit.see' },
} as const satisfies Record<string, Entry>

export type OfficePattern = keyof typeof OFFICE

/** The names of the acts on a page. */
export type ActOf<Pattern extends OfficePattern> = (typeof OFFICE)[Pattern] extends {
  acts: infer Acts
}
  ? keyof Acts & string
  : never

/** The entry of a page, by its pattern without a language; undefined if the office has no such page. */
export function findEntry(pattern: string): Entry | undefined {
  return Object.hasOwn(OFFICE, pattern) ? OFFICE[pattern as OfficePattern] : undefined
}

/** Whether any of these roles may do this. */
export function isGranted(roles: readonly Role[], permission: Permission): boolean {
  const granted: readonly Role[] = PERMISSIONS[permission]
  return roles.some((role) => granted.includes(role))
}

/** The page on which the office opens for these roles: Today, or for a driver boarding. */
export function homeOf(roles: readonly Role[]): string {
  return isGranted(roles, OFFICE['/office'].see) ? paths.office() : paths.officeBoarding()
}

/** Facts about the member of staff that every page of the office needs. */
export type OfficeView = {
  name: string
  roles: readonly Role[]
  permissions: readonly Permission[]
  /** Whether single keys act as shortcuts. */
  shortcuts: boolean
  /** Whether a confirmation of level 1 still holds. */
  isConfirmed: boolean
  /** The question for the member's passkeys; undefined if there are none. */
  passkey: PasskeyRequest | undefined
  /** The code to type in a demonstration. */
  demonstrationCode: string | undefined
}

/** The reasons for which the office answers with a page of its own instead of the one asked for. */
export type Stop =
  | { kind: 'not-allowed'; needs: Permission }
  | {
      kind: 'confirm-first'
      level: Level
      /** The fields of the form, sent again with the confirmation. */
      fields: [string, string][]
      problem?: 'code-wrong' | 'code-used' | 'passkey-refused'
    }
  | { kind: 'under-way' }
  | {
      kind: 'log-in-first'
      /** The fields of the form that was sent when the session had ended, to be sent again. */
      fields: [string, string][]
    }

/** Without `office` the visitor is not signed in. */
export type Stopped = { stopped: Stop; office?: OfficeView }
