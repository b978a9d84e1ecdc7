import { useCallback, useEffect, useRef, useState } from 'react'

import { translation } from '#app/i18n/translation.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { LiveView, Problem } from './view.ts'

const PAUSE_MILLISECONDS = 30_000
/** The sections that change. */
const PARTS = ['problems', 'departures']

/** `first` until the page has looked once; `stale` while it cannot. */
type Freshness = 'first' | 'fresh' | 'stale'

type Live = {
  view: LiveView
  freshness: Freshness
  /** The problems that the last look brought. */
  news: Problem[]
  /** Looks at once. False if the office could not be asked. */
  look: () => Promise<boolean>
  isPaused: boolean
  /** Pauses, or goes on at once. */
  turn: () => void
}

/** Keeps a view current while it is seen and not paused. */
export function useLive(first: LiveView): Live {
  const [{ view, news }, setShown] = useState({ view: first, news: [] as Problem[] })
  const [freshness, setFreshness] = useState<Freshness>('first')
  const [isPaused, setPaused] = useState(false)
  const timer = useRef<number>(undefined)

  const look = useCallback(async () => {
    const next = await fetchLive()
    if (next && !isMarking()) {
      setShown(({ view: old }) => ({ view: next, news: newOf(old.problems, next.problems) }))
    }
    setFreshness(next ? 'fresh' : 'stale')
    return next !== undefined
  }, [])

  useEffect(() => {
    if (isPaused) return undefined
    const later = () => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(lookAgain, PAUSE_MILLISECONDS)
    }
    const lookAgain = async () => {
      clearTimeout(timer.current)
      if (document.hidden) return
      await look()
      later()
    }
    addEventListener('visibilitychange', lookAgain)
    later()
    return () => {
      removeEventListener('visibilitychange', lookAgain)
      clearTimeout(timer.current)
    }
  }, [isPaused, look])

  const turn = () => {
    setPaused(!isPaused)
    if (isPaused) void look()
  }
  return { view, freshness, news, look, isPaused, turn }
}

/** Undefined if there is no answer, or one that leads to the log-in. */
async function fetchLive(): Promise<LiveView | undefined> {
  const address = localePath(translation().locale, paths.officeNow())
  try {
    const answer = await fetch(address, { cache: 'no-store', redirect: 'manual' })
    return answer.ok ? ((await answer.json()) as LiveView) : undefined
  } catch {
    return undefined
  }
}

/** A text that is being marked stays as it is until the next look. */
function isMarking(): boolean {
  const marked = getSelection()
  if (!marked || marked.isCollapsed) return false
  const parts = PARTS.flatMap((id) => document.getElementById(id) ?? [])
  return parts.some((part) => marked.containsNode(part, true))
}

function newOf(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const known = new Set(before.map(({ id }) => id))
  return after.filter(({ id }) => !known.has(id))
}
