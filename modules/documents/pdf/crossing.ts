import type { Manifest } from '#modules/documents/manifest.ts'
import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'
import type { Company } from '#operator'

/** A job for the worker, with the company, since a thread has memory of its own. */
export type PrintJob = { company: Company } & Printed

type Printed =
  | { print: 'tickets'; tickets: readonly TicketView[] }
  | { print: 'receipt'; receipt: ReceiptView }
  | { print: 'manifest'; manifest: Manifest; demonstration: boolean }

/** A moment or a date on its way to another thread: no text that was typed can look like one. */
type Packed = { instant: string } | { plainDate: string }

export function pack(job: PrintJob): string {
  return JSON.stringify(job, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key] // Temporal has turned it into text by now
    if (original instanceof Temporal.Instant) return { instant: original.toString() }
    return original instanceof Temporal.PlainDate ? { plainDate: original.toString() } : value
  })
}

export function unpack(text: string): PrintJob {
  return JSON.parse(text, (_key, value: unknown) => {
    if (!isPacked(value)) return value
    return 'instant' in value
      ? Temporal.Instant.from(value.instant)
      : Temporal.PlainDate.from(value.plainDate)
  }) as PrintJob
}

function isPacked(value: unknown): value is Packed {
  return typeof value === 'object' && value !== null && ('instant' in value || 'plainDate' in value)
}
