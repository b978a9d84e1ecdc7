import { randomUUID } from 'node:crypto'

import { receiveSync } from '#modules/boarding/counts/receive-sync.server.ts'
import { giveLease } from '#modules/boarding/devices/give-lease.server.ts'
import { makePackage } from '#modules/boarding/lists/make-package.server.ts'
import { rideOf, type LastSale, type Scan, type WalkUp } from '#modules/boarding/package/package.ts'
import { sumBoarded } from '#modules/boarding/package/scans.ts'
import {
  readSyncRequest,
  type NotUndone,
  type SyncAnswer,
  type SyncRequest,
} from '#modules/boarding/package/sync.ts'
import {
  quoteWalkUp,
  seatsToSell,
  withLease,
  type Door,
} from '#modules/boarding/package/walk-ups.ts'
import { allScans, takeAnswer, type Duty } from '#modules/boarding/phone/duty.ts'
import { findUndoable } from '#modules/boarding/phone/undo-sale.ts'
import { judgeScan } from '#modules/boarding/verdict/judge-scan.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'
import { dateInCyprus } from '#platform/time.ts'

type Opened = { staffId: string; departureId: string; stopId: string; day: Temporal.PlainDate }

/** The fate of a message: it arrives, or it or its answer is lost. */
export type Network = 'works' | 'loses-message' | 'loses-answer'

export type DoorPhone = ReturnType<typeof openDoorPhone>

/**
 * A phone at the door of a bus, without its screen: what it knows is what it has on its disk, so one
 * that is killed goes on as this one does. It sends what phone/state/send.ts sends.
 */
export function openDoorPhone({ departureId, stopId, day, ...opened }: Opened) {
  const deviceId = randomUUID()
  let { staffId } = opened
  let duty: Duty | undefined
  let own: Scan[] = []
  let seq = 0
  let notUndone: readonly NotUndone[] = []

  const door = () => doorOf(duty, departureId, own)

  const add: Add = (counted, at) => {
    if (!duty) return
    seq += 1
    own.push({ device: duty.device, seq, departureId, ...counted, at: at.epochMilliseconds })
  }

  const [inTurn, sendsInTurn] = [turns(), turns()]

  return {
    door,
    waiting: () => own,
    handTo: (member: string) => void (staffId = member),
    /** The number that the office gave it. */
    device: () => duty?.device ?? 0,
    seatsToSell: () => {
      const at = door()
      return at ? seatsToSell(at) : []
    },

    ...boardWith({ departureId, door, add, inTurn }),

    /** Sells without asking anybody; undefined if the phone refuses. */
    sell: (wish: Omit<WalkUp, 'reference' | 'locale'>, at: Temporal.Instant) =>
      inTurn(async () => {
        const place = door()
        const quote = place && quoteWalkUp(place, wish)
        if (!place || !quote?.ok) return undefined
        const read = await readText(quote.code, place.pack)
        const ride = 'digest' in read ? read.digest : ''
        const sale: WalkUp = { ...wish, reference: quote.reference, locale: 'en' }
        const { reference, people, total } = quote
        add({ ride, boarded: people, position: wish.from, sale }, at)
        const counted = { departureId, position: wish.from, people, at: at.epochMilliseconds }
        const sold: LastSale = { reference, ride, total, ...counted }
        duty &&= { ...duty, sold }
        return quote
      }),

    /** Undoes the last sale; undefined if the phone refuses. */
    undo: (at: Temporal.Instant) =>
      inTurn(async () => {
        const place = door()
        const facts = place && { bus: place.bus, scans: place.scans, now: at.epochMilliseconds }
        const sale = duty && facts && findUndoable({ duty, ...facts })
        if (!sale) return undefined
        const { ride, position, people, reference } = sale
        add({ ride, boarded: -people, position, undoes: reference }, at)
        return reference
      }),

    /** Sales that stayed in the books though they were undone, with the last answer. */
    notUndone: () => notUndone,

    /** Sends what waits and takes in the answer; two at a time wait for each other. */
    exchange: (now: Temporal.Instant, network: Network = 'works'): Promise<void> =>
      sendsInTurn(async () => {
        if (network === 'loses-message') return
        const blanks = duty?.lease?.blanks.map(({ reference }) => reference) ?? []
        const scans = own.map(({ device: _own, ...scan }) => scan)
        const sells = { departureId, blanks }
        const asks = { deviceId, stopId, day: day.toString(), scans, known: [], sells }
        const answer = await answerPhone(asks, { staffId, now })
        if (network === 'loses-answer') return
        await inTurn(async () => {
          notUndone = answer.notUndone ?? []
          duty = takeAnswer(duty, { stopId, day: day.toString() }, answer, 0)
          own = own.filter((scan) => !scans.some((sent) => sent.seq === scan.seq))
        })
      }),
  }
}

function doorOf(duty: Duty | undefined, departureId: string, own: Scan[]): Door | undefined {
  const bus = duty?.pack.departures.find((one) => one.departureId === departureId)
  if (!duty || !bus) return undefined
  const { pack, lease, notTaken } = duty
  return { pack, bus, lease, notTaken, scans: allScans(duty, own) }
}

type Add = (
  counted: Pick<Scan, 'ride' | 'boarded' | 'position' | 'sale' | 'undoes'>,
  at: Temporal.Instant,
) => void

type Boarding = {
  /** The code of the ticket, as it was read. */
  code: string
  at: Temporal.Instant
  /** The stop where the bus stands. */
  position?: number
  isSecondThought?: boolean
}

type Hand = {
  departureId: string
  door: () => Door | undefined
  add: Add
  inTurn: ReturnType<typeof turns>
}

/** A phone lets people aboard with what is on its disk. */
function boardWith({ departureId, door, add, inTurn }: Hand) {
  const judge = async (code: string, position: number) => {
    const place = door()
    if (!place) return undefined
    const read = await readText(code, place.pack)
    const here = { departureId, position }
    return judgeScan({ pack: withLease(place), scans: place.scans, read, here })
  }
  return {
    /**
     * Counts all of a party aboard whom the verdict allows. A party that is aboard already is counted
     * again only on a second thought. Returns the number of people.
     */
    board: ({ code, at, position = 0, isSecondThought = false }: Boarding): Promise<number> =>
      inTurn(async () => {
        const verdict = await judge(code, position)
        const people = verdict?.boards.length ?? 0
        if (!verdict?.ticket || people === 0) return 0
        if (verdict.is === 'all-aboard' && !isSecondThought) return 0
        add({ ride: rideOf(verdict.ticket.number), boarded: people, position }, at)
        return people
      }),

    /** Counts one person of a party off this bus again, if any of them is aboard. */
    stepOff: ({ code, at, position = 0 }: Boarding): Promise<number> =>
      inTurn(async () => {
        const ticket = (await judge(code, position))?.ticket
        const ride = ticket && rideOf(ticket.number)
        if (!ride || sumBoarded(door()?.scans ?? [], ride, departureId) <= 0) return 0
        add({ ride, boarded: -1, position }, at)
        return 1
      }),
  }
}

/** Acts wait for each other, as those of a phone do. */
function turns() {
  let before: Promise<unknown> = Promise.resolve()
  return <Result>(act: () => Promise<Result>): Promise<Result> => {
    const after = before.then(act)
    before = after.catch(() => undefined)
    return after
  }
}

/** The server's half, as app/office/boarding/sync.ts has it. */
async function answerPhone(
  asks: SyncRequest,
  { staffId, now }: { staffId: string; now: Temporal.Instant },
): Promise<SyncAnswer> {
  const sent = readSyncRequest(JSON.parse(JSON.stringify(asks)))
  if (!sent?.stopId) throw new Error('no phone with a duty sends this')
  const { deviceId, stopId, scans, known, sells } = sent
  const by = { kind: 'staff', staffId } as const
  const received = await receiveSync({ deviceId, scans, by, now })
  const { device } = received
  const given = sells ? await giveLease({ ...sells, device, staffId, now }) : { lease: null }
  const day = dateInCyprus(now)
  const made = await makePackage({ staffId, stopId, day, known, now })
  const answer = { ...received, ...made, ...given, now: now.epochMilliseconds }
  return JSON.parse(JSON.stringify(answer)) as SyncAnswer
}
