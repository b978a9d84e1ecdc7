import type { ReceiptView, TicketView } from '#modules/tickets/ticket.ts'

/** A job for the worker. */
export type PrintJob =
  | { print: 'tickets'; tickets: readonly TicketView[] }
  | { print: 'receipt'; receipt: ReceiptView }

/** An instant on its way to another thread: no text that was typed can look like one. */
type Packed = { instant: string }

export function pack(job: PrintJob): string {
  return JSON.stringify(job, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key] // Temporal has turned the instant into text by now
    return original instanceof Temporal.Instant ? { instant: original.toString() } : value
  })
}

export function unpack(text: string): PrintJob {
  return JSON.parse(text, (_key, value: unknown) =>
    isPacked(value) ? Temporal.Instant.from(value.instant) : value,
  ) as PrintJob
}

function isPacked(value: unknown): value is Packed {
  return typeof value === 'object' && value !== null && 'instant' in value
}
