import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

import { Button } from '#app/ui/button.tsx'
import { countBus } from '#modules/boarding/phone/duty.ts'
import { clockOf } from '#modules/boarding/words/words.ts'
import { perform, type Act } from '#phone/state/act.ts'
import { barOf } from '#phone/state/bar.ts'
import { here, listConflicts, nameOf, scansOf } from '#phone/state/here.ts'
import type { Phone } from '#phone/state/phone.ts'
import { fill, type Start } from '#phone/state/start.ts'
import { STARTING } from '#phone/state/state.ts'

import { Fault } from './fault.tsx'
import { HandOverScreen } from './hand-over.tsx'
import { MoreScreen } from './more.tsx'
import { NamesScreen } from './names.tsx'
import { Question } from './question.tsx'
import { ReadyScreen } from './ready.tsx'
import { ScanScreen } from './scan.tsx'
import { SellScreen } from './sell.tsx'
import { useView, ViewContext } from './view.tsx'

/** The phone at the door of a bus. The server draws it without a phone, before its script is there. */
export function PhoneApp({ start, phone }: { start: Start; phone?: Phone }) {
  const state = useSyncExternalStore(
    phone?.subscribe ?? neverChanges,
    () => phone?.now ?? STARTING,
    () => STARTING,
  )
  const act = async (one: Act) => {
    if (phone) await perform(phone, one)
  }
  return (
    <Fault start={start}>
      <ViewContext value={{ start, state, act }}>
        <Screens />
        <ReadyScreen />
        <Tabs />
        <Question />
      </ViewContext>
    </Fault>
  )
}

function neverChanges(): () => void {
  return () => undefined
}

function Screens() {
  const { state } = useView()
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (own.current) own.current.scrollTop = 0
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each screen that is opened
  }, [state.screen.no, state.camera.isOn])
  return (
    <div id="phone" className="phone" ref={own} hidden={state.at === 'starting'}>
      <StateBar />
      <BusHead />
      <Notices />
      <Conflicts />
      <ScanScreen />
      <NamesScreen />
      <SellScreen />
      <MoreScreen />
      <HandOverScreen />
    </div>
  )
}

/** The big bar, and the way to log in again. */
function StateBar() {
  const { start, state } = useView()
  const { tone, says } = barOf(state, start.words)
  return (
    <>
      <output id="state" className={`state state-${tone}`}>
        {says}
      </output>
      <p id="log-in" hidden={state.sent !== 'log-in' && state.sent !== 'of-another'}>
        <a
          className="button button-wide"
          href={start.addresses.login}
          target="_blank"
          rel="noopener"
        >
          {start.logIn}
        </a>
      </p>
    </>
  )
}

/** The bus at the door, the other one if two run this departure, and where it does not stop as usual. */
function BusHead() {
  const { start, state } = useView()
  const { words, locale } = start
  const place = here(state)
  if (!place) return null
  const { duty, bus, position } = place
  const { aboard, booked } = countBus(duty, bus, scansOf(state))
  const [call, last] = [bus.calls[position], bus.calls.at(-1)]
  const { stops } = duty.pack
  const { buses = [], stopNews = [] } = bus
  const pair = buses.map(({ plate, seats }) => `${plate} (${seats})`)
  const news = stopNews.map(({ stopId, movedTo }) => {
    return `${stops[stopId]?.[locale] ?? stopId}: ${movedTo?.[locale] ?? words.notServed}`
  })
  return (
    <>
      <div id="bus" className="boarding-bus">
        <p>
          <strong id="bus-time">{call && clockOf(call.departsAt + call.delay * 60_000)}</strong>{' '}
          <span id="bus-to">{stops[last?.stopId ?? '']?.[locale]}</span>
        </p>
        <p id="bus-count">{fill(words.aboard, `${aboard}/${booked}`)}</p>
      </div>
      {pair.length > 0 && <p id="bus-pair">{fill(words.twoBuses, pair.join(', '))}</p>}
      {news.length > 0 && <p id="stop-news">{news.join(' · ')}</p>}
    </>
  )
}

/** The refusals of the office, above every screen until they are read. */
function Notices() {
  const { start, state, act } = useView()
  const { notices: words } = start.words
  return (
    <section
      id="notices"
      className="state state-stop"
      role="alert"
      aria-labelledby="notices-title"
      hidden={state.notices.length === 0}
    >
      <h2 id="notices-title">{words.title}</h2>
      <ul id="notices-list">
        {state.notices.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button type="button" id="notices-read" onClick={() => act({ does: 'read-notices' })}>
        {words.read}
      </Button>
    </section>
  )
}

/** Those who were let aboard twice, on two phones without a network. */
function Conflicts() {
  const { start, state } = useView()
  const names = listConflicts(state).map(({ ticket }) => nameOf(ticket, start.words))
  return (
    <p id="conflicts" className="state state-stop" role="alert" hidden={names.length === 0}>
      {names.length > 0 && fill(start.words.tooMany, names.join(', '))}
    </p>
  )
}

const TABS = ['scan', 'names', 'sell', 'more'] as const

function Tabs() {
  const { start, state, act } = useView()
  const { words } = start
  const { name: shown } = state.screen
  return (
    <nav id="tabs" className="boarding-tabs" hidden={shown === 'ready'} aria-label={start.title}>
      {TABS.filter((name) => name !== 'sell' || start.sellsOnBoard).map((name) => (
        <button
          key={name}
          type="button"
          data-tab={name}
          aria-current={shown === name || undefined}
          onClick={() => act({ does: 'show', screen: name })}
        >
          {name === 'sell' ? words.walkUp.tab : words[name]}
        </button>
      ))}
    </nav>
  )
}
