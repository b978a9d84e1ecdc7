import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Details } from '#app/ui/parts.tsx'
import { SALE_CLOSES_MINUTES } from '#modules/rules/rules.ts'

import { CallUs } from './call-us.tsx'
import { DayStrip } from './day-strip.tsx'
import { Exceptions } from './exceptions.tsx'
import { NoDepartures, NothingThatDay } from './no-departures.tsx'
import { DepartureBoard } from './offer-list.tsx'
import { RideTimes } from './ride-times.tsx'
import type { ChosenRide, DepartureGroup, LegSituation, LegView } from './view.ts'

/** One direction of a journey: its departures, or the one that is chosen. */
export function JourneyLeg({ leg }: { leg: LegView }) {
  const { legs } = translation().messages.bookNow
  const isOutbound = leg.direction === 'outbound'
  if (leg.chosen) {
    const heading = isOutbound ? legs.outboundChosen : legs.inboundChosen
    return <ChosenLeg leg={leg} heading={heading} chosen={leg.chosen} />
  }
  return (
    <section className="leg stack" id={leg.direction} tabIndex={-1}>
      <div>
        <h2>{isOutbound ? legs.outbound : legs.inbound}</h2>
        <p className="soft">
          {!isOutbound && `${legs.fromTo(leg.from, leg.to)}, `}
          {leg.date}
        </p>
      </div>
      {leg.days.length > 0 && <DayStrip leg={leg} />}
      {leg.situation && <Departures leg={leg} situation={leg.situation} />}
    </section>
  )
}

type DeparturesProps = { leg: LegView; situation: LegSituation }

function Departures({ leg, situation }: DeparturesProps) {
  const { board } = translation().messages.bookNow
  if (situation.found !== 'departures') return <NoDepartures leg={leg} situation={situation} />

  const { groups, earlier, notRunning, isReduced, over, next } = situation
  return (
    <>
      <Exceptions notRunning={notRunning} isReduced={isReduced} />
      {earlier.length > 0 && (
        <Details summary={board.earlier(countDepartures(earlier))}>
          <DepartureBoard leg={leg} groups={earlier} />
        </Details>
      )}
      {over && <NothingThatDay title={over} next={next} />}
      <DepartureBoard leg={leg} groups={groups} />
      {groups.some(isWithoutWheelchair) && (
        <div>
          <p className="soft small">{board.wheelchairCall}</p>
          <CallUs />
        </div>
      )}
      <p className="soft small">{board.saleRule(SALE_CLOSES_MINUTES)}</p>
    </>
  )
}

type ChosenLegProps = { leg: LegView; heading: string; chosen: ChosenRide }

function ChosenLeg({ leg, heading, chosen }: ChosenLegProps) {
  const { bookNow } = translation().messages
  const { legs, board } = bookNow
  return (
    <section className="chosen on-brand" id={leg.direction} tabIndex={-1}>
      <div className="chosen-head">
        <h2>
          <Icon name="check" />
          {heading}
        </h2>
        <a href={`${leg.address}#${leg.direction}`} rel="nofollow">
          {legs.change}
        </a>
      </div>
      <p>
        {chosen.date}
        {chosen.night && <> · {board.nightOf(chosen.night.from, chosen.night.to)}</>}
      </p>
      <div className="ride">
        <RideTimes ride={chosen} hasStops />
      </div>
      {chosen.departsZone && <p className="soft small">{board.clocksChange}</p>}
      <p className="chosen-where">
        <Icon name="pin" />
        <span>
          <strong>{legs.beThere(chosen.beThere)}</strong> {chosen.directions}
        </span>
      </p>
    </section>
  )
}

/** Some rides lack only wheelchair access or a wheelchair space: staff may find a solution. */
function isWithoutWheelchair({ rides }: DepartureGroup): boolean {
  return rides.some(({ state }) => /wheelchair|accessible/.test(state))
}

function countDepartures(groups: readonly DepartureGroup[]): number {
  return new Set(groups.flatMap(({ rides }) => rides.map(({ departureId }) => departureId))).size
}
