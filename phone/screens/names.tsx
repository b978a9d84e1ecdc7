import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { isMeant, listParties, type Party } from '#modules/boarding/phone/duty.ts'
import { here, nameOf, scansOf } from '#phone/state/here.ts'
import type { PhoneState } from '#phone/state/state.ts'

import { Screen, useIsShown, useView } from './view.tsx'

/** The parties of the bus, found by name or by the last four of their number. */
export function NamesScreen() {
  const { start, state } = useView()
  const { words } = start
  const [typed, setTyped] = useState('')
  const parties = useIsShown('names') ? listMeant(state, typed) : []
  return (
    <Screen name="names" label={words.names}>
      <label className="visually-hidden" htmlFor="search">
        {words.search}
      </label>
      <input
        id="search"
        className="input"
        type="search"
        placeholder={words.search}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p id="nobody" hidden={parties.length > 0}>
        {words.nobody}
      </p>
      <ul id="names" className="boarding-names">
        {parties.map((party) => (
          <PartyRow key={party.ticket.digest} {...party} />
        ))}
      </ul>
    </Screen>
  )
}

/** Those who board here first, so that a dead phone at the door is found soonest. */
function listMeant(state: PhoneState, typed: string): Party[] {
  const place = here(state)
  if (!place) return []
  const { bus, position } = place
  const parties = listParties(bus, scansOf(state)).filter((party) => isMeant(party, typed))
  const boardsHere = ({ ticket }: Party) => Number(ticket.from !== position)
  return parties.toSorted((one, other) => boardsHere(one) - boardsHere(other))
}

function PartyRow({ ticket, aboard }: Party) {
  const { start, act } = useView()
  const { digest, number, people } = ticket
  return (
    <li data-ticket={digest}>
      <Button
        type="button"
        kind={aboard >= people ? 'quiet' : 'secondary'}
        onClick={() => act({ does: 'look', digest })}
      >
        {`${nameOf(ticket, start.words)} · ${number.slice(4, 8)} · ${aboard}/${people}`}
      </Button>
    </li>
  )
}
