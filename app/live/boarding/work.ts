import { allScans, forgetAt, type Duty } from '#modules/boarding/duty.ts'
import { quoteWalkUp, type Door, type WalkUpQuote } from '#modules/boarding/lease.ts'
import {
  rideOf,
  type PackedDeparture,
  type PackedTicket,
  type Scan,
  type WalkUp,
} from '#modules/boarding/package.ts'
import { readText } from '#modules/boarding/read-text.ts'
import { invariant } from '#platform/invariant.ts'

import { locale } from './page.ts'
import { openStore } from './store.ts'

/** A form of the office that waits for the network; its key makes a second sending harmless. */
export type Waiting = { fields: Record<string, string>; since: number }

/** The state of the phone: what is on the disk, and what follows from it. */
export const work = {
  store: await openStore(),
  duty: undefined as Duty | undefined,
  /** Own scans that the server has not confirmed. */
  own: [] as Scan[],
  forms: [] as Waiting[],
}

/** Reads everything from the disk, as after a cold start. */
export async function load(): Promise<void> {
  work.own = await work.store.listScans()
  work.duty = await work.store.read<Duty>('duty')
  work.forms = (await work.store.read<Waiting[]>('forms')) ?? []
  await forgetInTime()
}

/** Deletes names and list when the duty has been over for long enough. */
export async function forgetInTime(): Promise<boolean> {
  const { duty } = work
  if (!duty || Date.now() + duty.clockAhead < forgetAt(duty)) return false
  await forget()
  return true
}

export function forget(): Promise<void> {
  return inTurn(async () => {
    await work.store.forget()
    work.duty = undefined
    work.forms = []
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
    await work.store.write('duty', duty)
    work.duty = duty
  })
}

export async function keepForms(forms: Waiting[]): Promise<void> {
  await work.store.write('forms', forms)
  work.forms = forms
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
  return { pack: duty.pack, bus, lease: duty.lease, scans: scans() }
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

/** Counts people of a party aboard, or back off. Resolves once it is on the disk. */
export function count(ticket: PackedTicket, boarded: number): Promise<void> {
  return inTurn(() => write(ticket, boarded))
}

/**
 * Sells to a party at the door, and counts it aboard. Looks at the lease again after the sales before it.
 * Resolves once it is on the disk, with the ticket, or with why there is none.
 */
export function sell(wish: Omit<WalkUp, 'reference' | 'locale'>): Promise<WalkUpQuote> {
  return inTurn(async () => {
    const at = door()
    const quote = at && quoteWalkUp(at, wish)
    if (!at || !quote?.ok) return quote ?? ({ ok: false, reason: 'no-lease' } as const)
    const read = await readText(quote.code, at.pack)
    invariant(read.by === 'code', 'a blank ticket has a code')
    const sale = { ...wish, reference: quote.reference, locale }
    await add({ ride: read.digest, boarded: quote.people, position: wish.from, sale })
    return quote
  })
}

async function write(ticket: PackedTicket, boarded: number): Promise<void> {
  const place = here()
  if (!place || boarded === 0) return
  await add({ ride: rideOf(ticket.number), boarded, position: place.position })
}

async function add(counted: Pick<Scan, 'ride' | 'boarded' | 'position' | 'sale'>): Promise<void> {
  const place = here()
  if (!place) return
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
}
