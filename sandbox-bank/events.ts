/** An event as it was stored when it happened. */
export type ToldEvent = { id: string; type: string; created: string; body: string }

/** The secret that signs a callback, and the moment of sending. */
export type Letter = { secret: string; now: Temporal.Instant }

/** One call to a shop. */
export type Callback = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}
