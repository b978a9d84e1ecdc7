import { z } from 'zod'

/** How callbacks of an order go astray. Every number is of the deliveries of one event. */
export const FaultSettings = z.object({
  /** The first delivery waits this long. */
  delay: z.int().min(0).max(86_400_000).default(0),
  /** So many more copies of each event, with the same id. */
  duplicate: z.int().min(0).max(20).default(0),
  /** So many deliveries are lost on the way before one arrives. */
  drop: z.int().min(0).max(30).default(0),
  /** So many deliveries come with a signature that is not ours. */
  wrong_signature: z.int().min(0).max(30).default(0),
  /** Events are gathered for a moment and sent latest first. */
  reorder: z.boolean().default(false),
  /** The shop hears of a payment before the browser is sent back to it. */
  before_redirect: z.boolean().default(false),
  /** Nothing is sent until the control interface says `deliver_now`. */
  never: z.boolean().default(false),
})
export type FaultSettings = z.infer<typeof FaultSettings>

export const NO_FAULTS: FaultSettings = FaultSettings.parse({})

/** From `metadata.chaos`, which is text, as metadata is. Any other text means no settings. */
export function readFaultSettings(text: string | undefined): FaultSettings | undefined {
  if (text === undefined) return undefined
  try {
    return FaultSettings.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const REORDER_MILLISECONDS = 2000

/** When a new event is to be sent for the first time; null: only when told. */
export function firstDelivery(
  faultSettings: FaultSettings,
  now: Temporal.Instant,
): Temporal.Instant | null {
  if (faultSettings.never) return null
  return now.add({
    milliseconds: faultSettings.delay + (faultSettings.reorder ? REORDER_MILLISECONDS : 0),
  })
}

const FIRST_PAUSES = [0, 2, 10, 30]
const LATER_PAUSE = 60
const LATER_DELIVERIES = 20

/** Seconds to wait after so many vain deliveries; null when it is enough. */
export function pauseAfter(deliveries: number): number | null {
  if (deliveries >= FIRST_PAUSES.length + LATER_DELIVERIES) return null
  return FIRST_PAUSES[deliveries] ?? LATER_PAUSE
}
