import {
  rideOf,
  type LastSale,
  type PackedTicket,
  type Scan,
  type WalkUp,
} from '#modules/boarding/package/package.ts'
import { toneOf, type Verdict } from '#modules/boarding/package/verdict.ts'
import { quoteWalkUp, withLease, type WalkUpQuote } from '#modules/boarding/package/walk-ups.ts'
import { forgetAt, type Duty } from '#modules/boarding/phone/duty.ts'
import { findUndoable } from '#modules/boarding/phone/undo-sale.ts'
import type { Read } from '#modules/boarding/verdict/find-ticket.ts'
import { judgeScan } from '#modules/boarding/verdict/judge-scan.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'
import { invariant } from '#platform/invariant.ts'

import { door, here, scansOf } from './here.ts'
import type { Phone } from './phone.ts'
import type { Kept, PhoneState, Waiting } from './state.ts'

/* Each change is on the disk before the screen shows it. */

type Letters = Pick<Kept, 'forms' | 'notices'>

/** Reads everything from the disk, as after a cold start. */
export async function load({ world: { disk }, tell }: Phone): Promise<void> {
  tell({
    is: 'kept',
    own: await disk.listScans(),
    duty: await disk.read<Duty>('duty'),
    forms: (await disk.read<Waiting[]>('forms')) ?? [],
    notices: (await disk.read<string[]>('notices')) ?? [],
  })
}

/** Whether anything waits to be sent, of this duty or of one that is over. */
export function isWaiting({ own, forms }: Kept): boolean {
  return own.length + forms.length > 0
}

/** Ends the duty when it has been over for long enough. What waits is still sent. */
export async function endDutyInTime(phone: Phone): Promise<boolean> {
  const { duty } = phone.now
  if (!duty || phone.world.now() + duty.clockAhead < forgetAt(duty)) return false
  await forget(phone)
  return true
}

/**
 * Deletes names and list. Scans, reports and notices, which have no names, stay: until they are sent, and until
 * they are read.
 */
export function forget(phone: Phone): Promise<void> {
  return phone.inTurn(async () => {
    await phone.world.disk.forget()
    phone.tell({ is: 'kept', duty: undefined })
    const { forms, notices } = phone.now
    await phone.world.disk.write({
      ...(forms.length > 0 && { forms }),
      ...(notices.length > 0 && { notices }),
    })
  })
}

/**
 * Changes the duty, on the disk first. Changes wait for each other, so none undoes another; without a
 * result nothing is changed.
 */
export function keepDuty(
  phone: Phone,
  change: (duty: Duty | undefined) => Duty | undefined,
): Promise<void> {
  return phone.inTurn(async () => {
    const duty = change(phone.now.duty)
    if (!duty) return
    await phone.world.disk.write({ duty })
    phone.tell({ is: 'kept', duty })
  })
}

/**
 * Changes what waits for the network, what the driver has to read, or both at once. In turn, as the duty: each change
 * begins with what the one before has left, and none is sealed with a key that is being deleted.
 */
export function keep(phone: Phone, change: (now: Letters) => Partial<Letters>): Promise<void> {
  return phone.inTurn(async () => {
    const changed = change(phone.now)
    await phone.world.disk.write(changed)
    phone.tell({ is: 'kept', ...changed })
  })
}

/**
 * Judges what was read, and counts a good ticket at once. Judged after the scans before it, so that a code that
 * a scanner reads twice is counted once. Resolves to the verdict once it is on the disk.
 */
export function judge(phone: Phone, read: Read): Promise<Verdict | undefined> {
  return phone.inTurn(async () => {
    const place = here(phone.now)
    const at = door(phone.now)
    if (!place || !at) return undefined
    const verdict = judgeScan({
      pack: withLease(at),
      scans: at.scans,
      read,
      here: { departureId: place.bus.departureId, position: place.position },
    })
    const { ticket, boards } = verdict
    if (ticket && toneOf(verdict) === 'go') await write(phone, ticket, boards.length)
    return verdict
  })
}

/** Counts people of a party aboard, or back off. Resolves once it is on the disk. */
export function count(phone: Phone, ticket: PackedTicket, boarded: number): Promise<void> {
  return phone.inTurn(() => write(phone, ticket, boarded))
}

/**
 * Sells to a party at the door, and counts it aboard. Looks at the lease again after the sales before it.
 * Resolves once it is on the disk, with the ticket, or with why there is none.
 */
export async function sell(
  phone: Phone,
  wish: Omit<WalkUp, 'reference' | 'locale'>,
): Promise<WalkUpQuote> {
  let sold: LastSale | undefined
  const answer = await phone.inTurn(async () => {
    const at = door(phone.now)
    const quote = at && quoteWalkUp(at, wish)
    if (!at || !quote?.ok) return quote ?? ({ ok: false, reason: 'no-lease' } as const)
    const read = await readText(quote.code, at.pack)
    invariant(read.by === 'code', 'a blank ticket has a code')
    const { reference, people, total } = quote
    const sale = { ...wish, reference, locale: phone.start.locale }
    const counted = { ride: read.digest, boarded: people, position: wish.from }
    const scan = await add(phone, { ...counted, sale })
    if (scan) {
      const { ride, departureId, position, at: soldAt } = scan
      sold = { reference, ride, departureId, position, people, total, at: soldAt }
    }
    return quote
  })
  // The sale is on the disk, whether or not it can be undone.
  const last = sold
  if (last) await keepDuty(phone, (duty) => duty && { ...duty, sold: last }).catch(() => undefined)
  return answer
}

/** The sale that the driver may undo at a moment by the clock of this phone. */
export function undoable(state: PhoneState, now: number): LastSale | undefined {
  const place = here(state)
  if (!place) return undefined
  const { duty, bus } = place
  return findUndoable({ duty, bus, scans: scansOf(state), now: now + duty.clockAhead })
}

/**
 * Undoes the last sale, and counts its people off the bus. Resolves once it is on the disk, to the sale; undefined
 * if it may not be undone any more.
 */
export function undoSale(phone: Phone): Promise<LastSale | undefined> {
  return phone.inTurn(async () => {
    const sold = undoable(phone.now, phone.world.now())
    if (!sold) return undefined
    const { ride, position, people, reference } = sold
    await add(phone, { ride, boarded: -people, position, undoes: reference })
    return sold
  })
}

async function write(phone: Phone, ticket: PackedTicket, boarded: number): Promise<void> {
  const place = here(phone.now)
  if (!place || boarded === 0) return
  await add(phone, { ride: rideOf(ticket.number), boarded, position: place.position })
}

async function add(
  phone: Phone,
  counted: Pick<Scan, 'ride' | 'boarded' | 'position' | 'sale' | 'undoes'>,
): Promise<Scan | undefined> {
  const place = here(phone.now)
  if (!place) return undefined
  const { duty, bus } = place
  const { disk, now } = phone.world
  const known = scansOf(phone.now).filter(({ device }) => device === duty.device)
  const scan: Scan = {
    device: duty.device,
    seq: disk.nextSeq(Math.max(0, ...known.map(({ seq }) => seq))),
    departureId: bus.departureId,
    ...counted,
    at: Math.round(now() + duty.clockAhead),
  }
  await disk.addScan(scan)
  phone.tell({ is: 'kept', own: [...phone.now.own, scan] })
  return scan
}
