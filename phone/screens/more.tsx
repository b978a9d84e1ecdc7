import { useLayoutEffect, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { countBoardingFrom } from '#modules/boarding/phone/duty.ts'
import { latePresses } from '#modules/boarding/phone/late-presses.ts'
import { here } from '#phone/state/here.ts'
import { findPresent } from '#phone/state/late.ts'
import { fill, UNREAD_MILLIS } from '#phone/state/start.ts'

import { Screen, useView } from './view.tsx'

/** What the driver reports of the whole bus, and what is needed seldom. */
export function MoreScreen() {
  const { start, state, act } = useView()
  const { words } = start
  return (
    <Screen name="more" label={words.more}>
      <output id="done" className="boarding-title">
        {state.done}
      </output>
      <Late />
      <Button type="button" kind="action" id="leave" onClick={() => act({ does: 'leave' })}>
        {words.leave}
      </Button>
      {(['hand-over', 'ready'] as const).map((screen) => (
        <Button
          key={screen}
          type="button"
          data-tab={screen}
          onClick={() => act({ does: 'show', screen })}
        >
          {screen === 'ready' ? words.change : words.handOver.title}
        </Button>
      ))}
      <Button type="button" id="update" onClick={() => act({ does: 'update' })}>
        {words.update}
      </Button>
      <Button type="button" kind="quiet" id="end" onClick={() => act({ does: 'end' })}>
        {words.end}
      </Button>
    </Screen>
  )
}

/**
 * The presses that report a delay. Each says how late the bus is then, never how much is added, so what is read
 * is what passengers are told.
 */
function Late() {
  const { start, state, act } = useView()
  const { words } = start
  const place = here(state)
  const present = findPresent(state)
  const { more, less } = latePresses(present)
  const changedAt = useRef(-Infinity)
  const written = useRef('')
  const shown = [...more, ...less].join()
  useLayoutEffect(() => {
    if (written.current !== '') changedAt.current = performance.now()
    written.current = shown
  }, [shown])
  const report = (minutes: number) => {
    if (performance.now() - changedAt.current > UNREAD_MILLIS) void act({ does: 'late', minutes })
  }
  const press = (minutes: number, at: number) => (
    <Button
      key={at}
      type="button"
      data-late={minutes}
      aria-label={minutes === 0 ? words.onTime : fill(words.lateBy, minutes)}
      onClick={() => report(minutes)}
    >
      {minutes === 0 ? words.onTime : fill(words.lateShort, minutes)}
    </Button>
  )
  return (
    <>
      <h2>
        {`${words.late} `}
        <span id="late-people" className="small">
          {place && fill(words.latePeople, countBoardingFrom(place.bus, place.position))}
        </span>
      </h2>
      <p id="late-now" hidden={present === 0}>
        {present !== 0 && fill(present < 0 ? words.earlyNow : words.lateNow, Math.abs(present))}
      </p>
      <div className="boarding-row">{more.map(press)}</div>
      <div id="less-late" className="boarding-row" hidden={less.length === 0}>
        {less.map(press)}
      </div>
    </>
  )
}
