import { Button } from '#app/ui/button.tsx'
import { countBus } from '#modules/boarding/phone/duty.ts'
import { clockOf } from '#modules/boarding/words/words.ts'
import { scansOf } from '#phone/state/here.ts'
import { fill, type Start } from '#phone/state/start.ts'
import type { PhoneState } from '#phone/state/state.ts'

import { useIsShown, useView } from './view.tsx'

/** The choice of the list, of the bus, and the way to the till. */
export function ReadyScreen() {
  const { start } = useView()
  return (
    <div data-screen="ready" className="stack" hidden={!useIsShown('ready')}>
      <Choose />
      <MyBuses />
      {start.sellsOnBoard && (
        <a
          className="button button-wide"
          href={start.addresses.till}
          target="_blank"
          rel="noopener"
        >
          {start.words.walkUp.till}
        </a>
      )}
    </div>
  )
}

/** Without script it opens the departures of a stop; with it, the phone gets their list. */
function Choose() {
  const { start, state, act } = useView()
  const { stops, days, stopId, day, isOwnDuty, words } = start.choice
  const getList = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [stop, wantedDay] = event.currentTarget.querySelectorAll('select')
    const wanted = { stopId: stop?.value ?? '', day: wantedDay?.value ?? '' }
    if (wanted.stopId) void act({ does: 'get-list', wanted })
  }
  const form = (
    <form id="choose" className="stack" action={start.addresses.page} onSubmit={getList}>
      <p className="boarding-title">{words.choose}</p>
      <label className="stack">
        {words.chooseStop}
        <select className="input" name="stop" defaultValue={stopId} required>
          {stops.map((stop) => (
            <option key={stop.stopId} value={stop.stopId}>
              {stop.name}
            </option>
          ))}
        </select>
      </label>
      <label className="stack">
        {words.chooseDay}
        <select className="input" name="day" defaultValue={day}>
          {days.map((one) => (
            <option key={one.day} value={one.day}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <Button kind="action" id="choose-button">
        {state.at === 'starting' ? words.show : start.words.getReady}
      </Button>
    </form>
  )
  if (!isOwnDuty) return form
  return (
    <details>
      <summary>{words.chooseOther}</summary>
      {form}
    </details>
  )
}

function MyBuses() {
  const { start, state, act } = useView()
  const rows = rowsOf(state, start)
  return (
    <section
      id="choose-bus"
      className="stack"
      hidden={rows.length === 0}
      aria-labelledby="choose-bus-title"
    >
      <h2 id="choose-bus-title">{start.words.chooseBus}</h2>
      <div id="my-buses" className="boarding-answers">
        {rows.map(({ departureId, text }) => (
          <Button
            key={departureId}
            type="button"
            kind={departureId === state.duty?.chosen ? 'action' : 'secondary'}
            data-departure={departureId}
            onClick={() => act({ does: 'choose-bus', departureId })}
          >
            {text}
          </Button>
        ))}
      </div>
    </section>
  )
}

function rowsOf(state: PhoneState, { words, locale }: Start) {
  const { duty } = state
  if (!duty) return []
  const scans = scansOf(state)
  return duty.mine.flatMap(({ departureId, position }) => {
    const bus = duty.pack.departures.find((one) => one.departureId === departureId)
    const call = bus?.calls[position]
    const last = bus?.calls.at(-1)
    if (!bus || !call || !last) return []
    const { aboard, booked } = countBus(duty, bus, scans)
    const to = duty.pack.stops[last.stopId]?.[locale] ?? ''
    const late = call.delay > 0 ? `${fill(words.notices.late, call.delay)} ` : ''
    const isEmpty = bus.closed.includes(position) && booked > 0 && aboard === 0
    const left = isEmpty ? ` · ${words.leftEmpty}` : ''
    return [
      { departureId, text: `${clockOf(call.departsAt)} ${late}${to} ${aboard}/${booked}${left}` },
    ]
  })
}
