import { useEffect, useState } from 'react'

import type { CartPageView } from './view.ts'

/** Said aloud at these, and at no other, so that the time that runs disturbs nobody. */
const ANNOUNCED_MINUTES = [5, 1]

export type Hold = {
  /** Nothing until script runs; the page says the end of the hold by the clock then. */
  secondsLeft: number | null
  isOver: boolean
  /** The last of the announced minutes that was passed on this page. */
  announced: number | null
}

/** The hold as it runs out. The page stays as it is when it does: nothing typed is lost. */
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

/** How far the clock of this browser is from ours: the page was made when its first byte came. */
function offset(nowMs: number): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return performance.timeOrigin + (page?.responseStart ?? performance.now()) - nowMs
}
