/** How to take a reported delay back: on time again, or as late as before. Undefined if nothing changed. */
export function undoOf({ was, now }: { was: number; now: number }): number | 'on-time' | undefined {
  if (was === now) return undefined
  return was === 0 ? 'on-time' : was
}
