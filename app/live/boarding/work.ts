import { allScans, forgetAt, type Duty } from '#modules/boarding/duty.ts'
import {
  rideOf,
  type PackedDeparture,
  type PackedTicket,
  type Scan,
} from '#modules/boarding/package.ts'

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

async function write(ticket: PackedTicket, boarded: number): Promise<void> {
  const place = here()
  if (!place || boarded === 0) return
  const { duty, bus, position } = place
  const known = scans().filter(({ device }) => device === duty.device)
  const scan: Scan = {
    device: duty.device,
    seq: work.store.nextSeq(Math.max(0, ...known.map(({ seq }) => seq))),
    ride: rideOf(ticket.number),
    departureId: bus.departureId,
    position,
    boarded,
    at: Math.round(Date.now() + duty.clockAhead),
  }
  await work.store.addScan(scan)
  work.own = [...work.own, scan]
}
