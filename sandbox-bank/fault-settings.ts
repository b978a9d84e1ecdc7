import { z } from 'zod'

/** Faults of an order's callbacks. Every number counts the deliveries of one event. */
export const FaultSettings = z.object({
  /** Milliseconds before the first delivery. */
  delay: z.int().min(0).max(86_400_000).default(0),
  /** Extra copies of each event, with the same id. */
  duplicate: z.int().min(0).max(20).default(0),
  /** Deliveries lost on the way before one arrives. */
  drop: z.int().min(0).max(30).default(0),
  /** Deliveries with a forged signature. */
  wrong_signature: z.int().min(0).max(30).default(0),
  /** Events are collected for a moment and sent latest first. */
  reorder: z.boolean().default(false),
  /** The shop gets the callback before the browser is sent back to it. */
  before_redirect: z.boolean().default(false),
  /** Callbacks are sent only at `deliver_now` of the control interface. */
  never: z.boolean().default(false),
})
export type FaultSettings = z.infer<typeof FaultSettings>

export const NO_FAULTS: FaultSettings = FaultSettings.parse({})

/** Parses `metadata.chaos`, which is text, as all metadata. Any other text means no settings. */
export function readFaultSettings(text: string | undefined): FaultSettings | undefined {
  if (text === undefined) return undefined
  try {
    return FaultSettings.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const REORDER_MILLISECONDS = 2000

/** When a new event is first sent; null: only on request. */
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

/** Seconds to wait after this many failed deliveries; null after the last one. */
export function pauseAfter(deliveries: number): number | null {
  if (deliveries >= FIRST_PAUSES.length + LATER_DELIVERIES) return null
  return FIRST_PAUSES[deliveries] ?? LATER_PAUSE
}
