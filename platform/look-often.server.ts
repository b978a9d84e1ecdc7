/** How long a process may not know what another one has changed. */
const PAUSE_MILLISECONDS = 1000

export type Looking = {
  /** Resolves when the look under way, if any, has ended. */
  looked: () => Promise<void>
  stop: () => Promise<void>
}

/** Looks each second, one look at a time. A look that fails, as without the database, changes nothing. */
export function lookEachSecond(look: () => Promise<void>): Looking {
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => {})
      .finally(() => (looking = undefined))
  }, PAUSE_MILLISECONDS)
  timer.unref()
  const looked = async () => looking
  return {
    looked,
    stop() {
      clearInterval(timer)
      return looked()
    },
  }
}
