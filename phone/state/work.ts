import {
  rideOf,
  type LastSale,
  type PackedDeparture,
  type PackedTicket,
  type Scan,
  type WalkUp,
} from '#modules/boarding/package/package.ts'
import { toneOf, type Verdict } from '#modules/boarding/package/verdict.ts'
import {
  quoteWalkUp,
  withLease,
  type Door,
  type WalkUpQuote,
} from '#modules/boarding/package/walk-ups.ts'
import { allScans, forgetAt, type Duty } from '#modules/boarding/phone/duty.ts'
import { findUndoable } from '#modules/boarding/phone/undo-sale.ts'
import type { Read } from '#modules/boarding/verdict/find-ticket.ts'
import { judgeScan } from '#modules/boarding/verdict/judge-scan.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'
import { openStore } from '#phone/disk/store.ts'
import { invariant } from '#platform/invariant.ts'

import { locale } from './page.ts'

/** A form of the office that waits for the network; its key makes a second sending harmless. */
export type Waiting = {
  fields: Record<string, string>
  since: number
  /** The bus in words, such as "14:00 Larnaca Airport"; missing on forms of the release before. */
  bus?: string
}

/** The state of the phone: what is on the disk, and what follows from it. */
export const work = {
  store: await openStore(),
  duty: undefined as Duty | undefined,
  /** Own scans that the server has not confirmed. */
  own: [] as Scan[],
  forms: [] as Waiting[],
  /** The refusals of the office, in words, until the driver has read them. */
  notices: [] as string[],
}

type Kept = Pick<typeof work, 'forms' | 'notices'>

/** Reads everything from the disk, as after a cold start. */
export async function load(): Promise<void> {
  work.own = await work.store.listScans()
  work.duty = await work.store.read<Duty>('duty')
  work.forms = (await work.store.read<Waiting[]>('forms')) ?? []
  work.notices = (await work.store.read<string[]>('notices')) ?? []
}

/** Whether the duty has been over for long enough that names and list must leave the phone. */
export function isOver(): boolean {
  const { duty } = work
  return duty !== undefined && Date.now() + duty.clockAhead >= forgetAt(duty)
}

/** Whether anything waits to be sent, of this duty or of one that is over. */
export function isWaiting(): boolean {
  return work.own.length + work.forms.length > 0
}

/**
 * Deletes names and list. Scans, reports and notices, which have no names, stay: until they are sent, and until
 * they are read.
 */
export function forget(): Promise<void> {
  return inTurn(async () => {
    await work.store.forget()
    work.duty = undefined
    const { forms, notices } = work
    await work.store.write({
      ...(forms.length > 0 && { forms }),
      ...(notices.length > 0 && { notices }),
    })
  })
}

/**
 * Changes the duty, on the disk first. Changes wait for each other, so none undoes another; without a
 * result nothing is changed.
 */
export function keepDuty(change: (duty: Duty | undefined) => Duty | undefined): Promise<void> {
  return inTurn(async () => {
    const duty = change(work.duty)
    if (!duty) return
    await work.store.write({ duty })
    work.duty = duty
  })
}

/**
 * Changes what waits for the network, what the driver has to read, or both at once. In turn, as the duty: each change
 * begins with what the one before has left, and none is sealed with a key that is being deleted.
 */
export function keep(change: (now: Kept) => Partial<Kept>): Promise<void> {
  return inTurn(async () => {
    const changed = change(work)
    await work.store.write(changed)
    Object.assign(work, changed)
  })
}

/** The bus that was chosen, and the stop where it stands. */
export function here(): { duty: Duty; bus: PackedDeparture; position: number } | undefined {
  const { duty } = work
  const mine = duty?.mine.find(({ departureId }) => departureId === duty.chosen)
  const bus = duty?.pack.departures.find(({ departureId }) => departureId === mine?.departureId)
  return duty && mine && bus && { duty, bus, position: mine.position }
}

/** The facts that a sale at the door rests on. */
export function door(): Door | undefined {
  const place = here()
  if (!place) return undefined
  const { duty, bus } = place
  return { pack: duty.pack, bus, lease: duty.lease, notTaken: duty.notTaken, scans: scans() }
}

export function scans(): Scan[] {
  return work.duty ? allScans(work.duty, work.own) : []
}

let before: Promise<unknown> = Promise.resolve()

function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const after = before.then(act)
  before = after.catch(() => undefined)
  return after
}

/**
 * Judges what was read, and counts a good ticket at once. Judged after the scans before it, so that a code that
 * a scanner reads twice is counted once. Resolves to the verdict once it is on the disk.
 */
export function judge(read: Read): Promise<Verdict | undefined> {
  return inTurn(async () => {
    const place = here()
    if (!place) return undefined
    const { duty, bus, position } = place
    const at = door()
    const verdict = judgeScan({
      pack: at ? withLease(at) : duty.pack,
      scans: scans(),
      read,
      here: { departureId: bus.departureId, position },
    })
    const { ticket, boards } = verdict
    if (ticket && toneOf(verdict) === 'go') await write(ticket, boards.length)
    return verdict
  })
}

/** Counts people of a party aboard, or back off. Resolves once it is on the disk. */
export function count(ticket: PackedTicket, boarded: number): Promise<void> {
  return inTurn(() => write(ticket, boarded))
}

/**
 * Sells to a party at the door, and counts it aboard. Looks at the lease again after the sales before it.
 * Resolves once it is on the disk, with the ticket, or with why there is none.
 */
export async function sell(wish: Omit<WalkUp, 'reference' | 'locale'>): Promise<WalkUpQuote> {
  let sold: LastSale | undefined
  const answer = await inTurn(async () => {
    const at = door()
    const quote = at && quoteWalkUp(at, wish)
    if (!at || !quote?.ok) return quote ?? ({ ok: false, reason: 'no-lease' } as const)
    const read = await readText(quote.code, at.pack)
    invariant(read.by === 'code', 'a blank ticket has a code')
    const { reference, people, total } = quote
    const sale = { ...wish, reference, locale }
    const counted = { ride: read.digest, boarded: people, position: wish.from }
    const scan = await add({ ...counted, sale })
    if (scan) {
      const { ride, departureId, position, at: soldAt } = scan
      sold = { reference, ride, departureId, position, people, total, at: soldAt }
    }
    return quote
  })
  // The sale is on the disk, whether or not it can be undone.
  const last = sold
  if (last) await keepDuty((duty) => duty && { ...duty, sold: last }).catch(() => undefined)
  return answer
}

/** The sale that the driver may undo now. */
export function undoable(): LastSale | undefined {
  const place = here()
  if (!place) return undefined
  const { duty, bus } = place
  return findUndoable({ duty, bus, scans: scans(), now: Date.now() + duty.clockAhead })
}

/**
 * Undoes the last sale, and counts its people off the bus. Resolves once it is on the disk, to the sale; undefined
 * if it may not be undone any more.
 */
export function undoSale(): Promise<LastSale | undefined> {
  return inTurn(async () => {
    const sold = undoable()
    if (!sold) return undefined
    const { ride, position, people, reference } = sold
    await add({ ride, boarded: -people, position, undoes: reference })
    return sold
  })
}

async function write(ticket: PackedTicket, boarded: number): Promise<void> {
  const place = here()
  if (!place || boarded === 0) return
  await add({ ride: rideOf(ticket.number), boarded, position: place.position })
}

async function add(
  counted: Pick<Scan, 'ride' | 'boarded' | 'position' | 'sale' | 'undoes'>,
): Promise<Scan | undefined> {
  const place = here()
  if (!place) return undefined
  const { duty, bus } = place
  const known = scans().filter(({ device }) => device === duty.device)
  const scan: Scan = {
    device: duty.device,
    seq: work.store.nextSeq(Math.max(0, ...known.map(({ seq }) => seq))),
    departureId: bus.departureId,
    ...counted,
    at: Math.round(Date.now() + duty.clockAhead),
  }
  await work.store.addScan(scan)
  work.own = [...work.own, scan]
  return scan
}
