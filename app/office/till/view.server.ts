import { readKey, writeKey } from '#app/components/office/page-key.ts'
import { translation } from '#app/i18n/translation.ts'
import { isGranted } from '#app/permissions.ts'
import { listTills } from '#modules/payments/till/list-tills.server.ts'
import type { TillEntryKind, TillMeans } from '#modules/payments/till/till-entry.ts'
import { findOwnTill, findSession } from '#modules/payments/till/till.server.ts'
import { listToPayOut } from '#modules/sales/pay-out.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { readReference } from '#platform/text/reference.ts'
import { dateInCyprus } from '#platform/time.ts'

export type EntryRow = {
  entryId: string
  time: string
  kind: TillEntryKind
  means: TillMeans
  about: string
  slip: string | null
  amount: string
}

export type RefundRow = {
  refundId: string
  reference: string
  name: string
  amount: string
  means: TillMeans
}

export type ClosedTill = {
  sessionId: string
  seller: string
  openedAt: string
  closedAt: string | null
  float: string
  /** Null while the till is open: its count is blind. */
  count: { expected: string; counted: string; difference: string; agrees: boolean } | null
  entries: EntryRow[]
}

export type TillView = {
  till: { openedAt: string; float: string; entries: EntryRow[] } | null
  refunds: RefundRow[]
  /** The booking whose refunds are shown, as it was typed; empty before one is asked for. */
  wanted: string
  /** Whether this member finds the refunds of any booking, and not just those of own sales. */
  mayFind: boolean
  /** The till that was closed a moment ago. */
  closed: ClosedTill | null
}

/** The till of this member of staff. It never says what is expected in the drawer of an open one. */
export async function showTill(
  { staffId, roles }: Pick<SignedIn, 'staffId' | 'roles'>,
  { closedId, wanted }: { closedId: string; wanted: string },
): Promise<TillView> {
  const mayFind = isGranted(roles, 'sales.sell')
  const session = await findOwnTill(staffId)
  const closed = await findSession(closedId)
  const of = mayFind
    ? { reference: wanted && (readReference(wanted) ?? wanted) }
    : { soldBy: staffId }
  const refunds = session ? await listToPayOut(of) : []
  return {
    till: session
      ? {
          openedAt: when(session.openedAt),
          float: euros(session.floatCents),
          entries: session.entries.map(toRow),
        }
      : null,
    refunds: refunds.map(({ refundId, reference, contactName, amountCents, means }) => {
      return { refundId, reference, name: contactName ?? '', amount: euros(amountCents), means }
    }),
    wanted,
    mayFind,
    closed: closed?.staffId === staffId && closed.closedAt ? await toClosed(closed) : null,
  }
}

/** A session of any till; undefined if there is none of this id. */
export async function showSession(sessionId: string): Promise<ClosedTill | undefined> {
  const session = await findSession(sessionId)
  return session && toClosed(session)
}

export type TillRow = Omit<ClosedTill, 'entries'>
export type TillsView = { tills: TillRow[]; next: string | null }

const ROWS = 50

/** The sessions of all tills, fifty at a time. */
export async function showTills(after: string): Promise<TillsView> {
  const found = await listTills({
    after: readKey(after, ['openedAt', 'sessionId']),
    limit: ROWS + 1,
  })
  const sessions = found.slice(0, ROWS)
  const names = await listStaffNames(sessions.map(({ staffId }) => staffId))
  const last = sessions.at(-1)
  return {
    tills: sessions.map((session) => {
      const { sessionId, staffId, openedAt, closedAt, floatCents } = session
      const seller = names.get(staffId) ?? staffId
      const times = { openedAt: when(openedAt), closedAt: closedAt && when(closedAt) }
      return { sessionId, seller, ...times, float: euros(floatCents), count: countOf(session) }
    }),
    next: last && found.length > ROWS ? writeKey(last.openedAt, last.sessionId) : null,
  }
}

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

async function toClosed(session: Session): Promise<ClosedTill> {
  const { sessionId, staffId, openedAt, closedAt, floatCents, entries } = session
  const names = await listStaffNames([staffId])
  return {
    sessionId,
    seller: names.get(staffId) ?? staffId,
    openedAt: when(openedAt),
    closedAt: closedAt && when(closedAt),
    float: euros(floatCents),
    count: countOf(session),
    entries: entries.map(toRow),
  }
}

type Counted = Pick<Session, 'countedCents' | 'differenceCents'>

function countOf({ countedCents, differenceCents }: Counted): ClosedTill['count'] {
  if (countedCents === null || differenceCents === null) return null
  return {
    expected: euros(countedCents - differenceCents),
    counted: euros(countedCents),
    difference: euros(differenceCents),
    agrees: differenceCents === 0,
  }
}

function toRow(entry: Session['entries'][number]): EntryRow {
  const { entryId, kind, means, amountCents, slip, reason, merchantRef, enteredAt } = entry
  const reference = merchantRef?.split('-')[0]
  return {
    entryId,
    time: exactClock(enteredAt),
    kind,
    means,
    about: reference ?? reason ?? '',
    slip,
    amount: euros(amountCents),
  }
}

function when(moment: Temporal.Instant): string {
  const { locale } = translation()
  return `${dayMonthYear(dateInCyprus(moment), locale)}, ${exactClock(moment)}`
}

function euros(amount: number): string {
  return formatEuros(cents(amount), translation().locale)
}
