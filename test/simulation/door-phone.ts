import { randomUUID } from 'node:crypto'

import { allScans, takeAnswer, type Duty } from '#modules/boarding/duty.ts'
import { giveLease } from '#modules/boarding/give-lease.server.ts'
import { quoteWalkUp, seatsToSell, type Door } from '#modules/boarding/lease.ts'
import { makePackage } from '#modules/boarding/make-package.server.ts'
import type { Scan, WalkUp } from '#modules/boarding/package.ts'
import { readText } from '#modules/boarding/read-text.ts'
import { receiveScans } from '#modules/boarding/receive-scans.server.ts'
import { receiveWalkUps } from '#modules/boarding/receive-walk-ups.server.ts'
import { readSyncRequest, type SyncAnswer, type SyncRequest } from '#modules/boarding/sync.ts'
import { dateInCyprus } from '#platform/time.ts'

type Opened = { staffId: string; departureId: string; stopId: string; day: Temporal.PlainDate }

/** The fate of a message: it arrives, or it or its answer is lost. */
export type Network = 'works' | 'loses-message' | 'loses-answer'

export type DoorPhone = ReturnType<typeof openDoorPhone>

/**
 * A phone at the door of a bus, without its screen: what it knows is what it has on its disk, so one
 * that is killed goes on as this one does. It sends what app/live/boarding/send.ts sends.
 */
export function openDoorPhone({ staffId, departureId, stopId, day }: Opened) {
  const deviceId = randomUUID()
  let duty: Duty | undefined
  let own: Scan[] = []
  let seq = 0

  const door = (): Door | undefined => {
    const bus = duty?.pack.departures.find((one) => one.departureId === departureId)
    return duty && bus && { pack: duty.pack, bus, lease: duty.lease, scans: allScans(duty, own) }
  }

  return {
    door,
    waiting: () => own,
    seatsToSell: () => {
      const at = door()
      return at ? seatsToSell(at) : []
    },

    /** Sells without asking anybody; undefined if the phone refuses. */
    async sell(wish: Omit<WalkUp, 'reference' | 'locale'>, at: Temporal.Instant) {
      const place = door()
      const quote = place && quoteWalkUp(place, wish)
      if (!duty || !place || !quote?.ok) return undefined
      const read = await readText(quote.code, duty.pack)
      const ride = 'digest' in read ? read.digest : ''
      seq += 1
      const sale: WalkUp = { ...wish, reference: quote.reference, locale: 'en' }
      const { device } = duty
      const { people: boarded, total } = quote
      const place0 = { departureId, position: wish.from }
      own.push({ device, seq, ride, ...place0, boarded, at: at.epochMilliseconds, sale })
      return { ...quote, people: boarded, total }
    },

    async exchange(now: Temporal.Instant, network: Network = 'works'): Promise<void> {
      if (network === 'loses-message') return
      const blanks = duty?.lease?.blanks.map(({ reference }) => reference) ?? []
      const scans = own.map(({ device: _own, ...scan }) => scan)
      const sells = { departureId, blanks }
      const asks = { deviceId, stopId, day: day.toString(), scans, known: [], sells }
      const answer = await answerPhone(asks, { staffId, now })
      if (network === 'loses-answer') return
      duty = takeAnswer(duty, { stopId, day: day.toString() }, answer, 0)
      own = own.filter((scan) => !scans.some((sent) => sent.seq === scan.seq))
    },
  }
}

/** The server's half, as app/office/boarding/sync.ts has it. */
async function answerPhone(
  asks: SyncRequest,
  { staffId, now }: { staffId: string; now: Temporal.Instant },
): Promise<SyncAnswer> {
  const sent = readSyncRequest(JSON.parse(JSON.stringify(asks)))
  if (!sent) throw new Error('no phone sends this')
  const { deviceId, stopId, scans, known, sells } = sent
  const by = { kind: 'staff', staffId } as const
  await receiveWalkUps({ deviceId, scans, by, now })
  const received = await receiveScans({ deviceId, scans, by, now })
  const { device } = received
  const lease = sells ? await giveLease({ ...sells, device, staffId, now }) : null
  const day = dateInCyprus(now)
  const made = await makePackage({ staffId, stopId, day, known, now })
  const answer = { ...received, ...made, lease, now: now.epochMilliseconds }
  return JSON.parse(JSON.stringify(answer)) as SyncAnswer
}
