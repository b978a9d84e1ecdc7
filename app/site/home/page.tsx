import { DepartureBoard } from '#app/components/departure-board.tsx'
import { optionsOf } from '#app/components/journey/place-options.ts'
import { TicketSearch } from '#app/components/journey/ticket-search.tsx'
import type { SearchFormView } from '#app/components/journey/view.ts'
import { measurePictures } from '#app/components/measure-pictures.server.ts'
import { Organization } from '#app/components/organization.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { Picture } from '#app/components/picture.tsx'
import { viewIsland } from '#app/components/route-map/view.server.ts'
import { listServices } from '#app/components/text/service-texts.server.ts'
import { Prose } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/http/handle.ts'
import { pageMeta } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Details } from '#app/ui/parts.tsx'
import { SERVICES } from '#modules/enquiries/forms.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { findPublishedUntil } from '#modules/offers/find-offers.server.ts'
import {
  BE_THERE_MINUTES,
  CHILD_FROM_AGE,
  FEE_PER_REFUND,
  HOLD_MINUTES,
  LUGGAGE_KG,
  NOTICE_HOURS,
} from '#modules/rules/rules.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import { listPlaces } from '#modules/timetable/list-places.server.ts'
import { LOOK_AHEAD_HOURS } from '#modules/timetable/next-departures.server.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { dayAndMonth } from '#platform/format/dates.ts'
import { formatEuros } from '#platform/money.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import type { Route } from './+types/page'
import { Destinations } from './destinations.tsx'
import styles from './home.css?inline'
import { Panorama } from './panorama.tsx'
import { listTopQuestions } from './top-questions.server.ts'
import { makeBoards } from './view.server.ts'

export const handle = { styles, keep: 'now' } satisfies Handle

export const meta: Route.MetaFunction = () => {
  const { home } = translation().messages
  return pageMeta(`${company().name} · ${home.title}`, home.description)
}

export async function loader() {
  const { locale } = translation()
  const moment = now()
  const today = dateInCyprus(moment)
  const places = await listPlaces(locale)
  return {
    search: askFrom(today, places, await findPublishedUntil(today)),
    todayInWords: dayAndMonth(today, locale),
    time: clockTime(moment),
    boards: await makeBoards({ places, locale, now: moment }),
    boardHours: LOOK_AHEAD_HOURS,
    island: await viewIsland(today),
    services: await listServices(),
    pictures: await measurePictures('salt-lake', ...SERVICES),
    questions: await listTopQuestions(),
  }
}

const JUST_ONE = { passengers: partyOf({ adult: 1 }), wheelchairUsers: 0 }

/** The empty search form. */
function askFrom(
  today: Temporal.PlainDate,
  places: readonly Place[],
  publishedUntil: Temporal.PlainDate | null,
): SearchFormView {
  const date = today.toString()
  const trip = 'one-way'
  return {
    values: { from: '', to: '', date, time: '', trip, returnDate: '', ...JUST_ONE },
    places: optionsOf(places),
    today: date,
    lastDate: publishedUntil?.toString() ?? null,
    swapHref: null,
    problems: [],
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home } = translation().messages
  return (
    <>
      <Organization />
      <section className="hero on-brand">
        <div className="wrap">
          <p>{home.title}</p>
          <h1>{home.heading}</h1>
          <div className="card">
            <TicketSearch search={loaderData.search} />
          </div>
        </div>
        <Panorama size={loaderData.pictures['salt-lake']} />
      </section>
      <NextDepartures {...loaderData} />
      <WhereWeGo {...loaderData} />
      <HowItWorks />
      <Services {...loaderData} />
      <Questions {...loaderData} />
    </>
  )
}

function NextDepartures({
  boards,
  boardHours,
  todayInWords,
  time,
}: Route.ComponentProps['loaderData']) {
  const { home } = translation().messages
  return (
    <section className="wrap section stack stack-large after-hero">
      <div>
        <h2>{home.nextDepartures}</h2>
        <p className="soft">{home.todayIs(todayInWords, time)}</p>
      </div>
      <div className="boards">
        {boards.map(({ stopId, from, rows }) => (
          <section key={stopId}>
            <h3 className="board-title">{home.nextDeparturesFrom(from)}</h3>
            <DepartureBoard rows={rows} hours={boardHours} />
          </section>
        ))}
      </div>
    </section>
  )
}

function WhereWeGo({ island }: Route.ComponentProps['loaderData']) {
  const { home } = translation().messages
  return (
    <section className="sunk">
      <div className="wrap section stack stack-large">
        <div>
          <h2>{home.routes}</h2>
          <p className="soft">{home.routesIntro(CHILD_FROM_AGE)}</p>
        </div>
        <Destinations island={island}>
          <p>
            <PageLink className={buttonClass()} to={paths.timetables()}>
              {home.allTimetables}
            </PageLink>
          </p>
        </Destinations>
      </div>
    </section>
  )
}

function HowItWorks() {
  const { locale, messages } = translation()
  const { home } = messages
  const fee = formatEuros(FEE_PER_REFUND, locale)
  return (
    <section className="wrap section">
      <div className="stack stack-large">
        <h2>{home.howItWorks}</h2>
        <ol className="steps">
          {home.steps(HOLD_MINUTES, BE_THERE_MINUTES).map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="soft">{text}</p>
            </li>
          ))}
        </ol>
        <ul className="promises">
          {home.facts(company().foundedIn, NOTICE_HOURS, fee, LUGGAGE_KG).map((fact) => (
            <li key={fact}>
              <Icon name="check" />
              {fact}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Services({ services, pictures }: Route.ComponentProps['loaderData']) {
  const { home } = translation().messages
  return (
    <section className="sunk">
      <div className="wrap section stack stack-large">
        <h2>{home.services}</h2>
        <ul className="offers">
          {services.map(({ slug, title }) => (
            <li key={slug}>
              <PageLink to={paths.service(slug)}>
                <Picture
                  of={slug}
                  size={pictures[slug]}
                  sizes="(min-width: 40rem) 30vw, 44vw"
                  widest={370}
                />
                {title}
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Questions({ questions }: Route.ComponentProps['loaderData']) {
  const { home } = translation().messages
  return (
    <section className="wrap section stack stack-large">
      <h2>{home.questions}</h2>
      <div className="questions">
        {questions.map(({ id, question, html }) => (
          <Details key={id} summary={question}>
            <Prose html={html} />
          </Details>
        ))}
      </div>
      <p>
        <PageLink className={buttonClass()} to={paths.faq()}>
          {home.allQuestions}
        </PageLink>
      </p>
    </section>
  )
}
