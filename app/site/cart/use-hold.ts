import { useEffect, useState } from 'react'

import type { CartPageView } from './view.ts'

/**
 * The minutes left at which screen readers announce the hold, and no others, so that it does not
 * disturb.
 */
const ANNOUNCED_MINUTES = [5, 1]

export type Hold = {
  /** Null without script; the page then shows the time at which the hold ends. */
  secondsLeft: number | null
  isOver: boolean
  /** The last announced number of minutes on this page. */
  announced: number | null
}

/** The countdown of the hold. The page stays as it is at the end: no typed text is lost. */
export function useHold({ state, heldUntilMs, nowMs }: CartPageView): Hold {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const [announced, setAnnounced] = useState<number | null>(null)
  useEffect(() => {
    if (state !== 'held') return undefined
    const endsAt = heldUntilMs + offset(nowMs)
    let before = Infinity
    const tick = () => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      const passed = ANNOUNCED_MINUTES.find((one) => left <= one * 60 && before > one * 60)
      if (passed && before !== Infinity) setAnnounced(passed)
      before = left
      setSecondsLeft(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [state, heldUntilMs, nowMs])
  return { secondsLeft, announced, isOver: state === 'lapsed' || secondsLeft === 0 }
}

/**
 * The difference between this browser's clock and ours: the page was made when its first byte
 * arrived.
 */
function offset(nowMs: number): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return performance.timeOrigin + (page?.responseStart ?? performance.now()) - nowMs
}
