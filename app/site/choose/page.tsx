import { data, redirect } from 'react-router'

import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { explainChoice } from '#app/i18n/choice-refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Facts } from '#app/ui/parts.tsx'
import { ticketWords } from '#modules/documents/words/words.ts'
import { mapPassengers, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { readChoice } from '#modules/incidents/choices/read-choice.server.ts'
import type { Travelling, Wish } from '#modules/incidents/choices/wish.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import * as paths from '#paths'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { noteLink } from '#platform/limits/traces.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { Buttons } from './buttons.tsx'
import { Check } from './check.tsx'
import styles from './choose.css?inline'
import { showChoice } from './view.server.ts'
import type { ChoiceView } from './view.ts'
import { WhatHappened } from './what-happened.tsx'

/** Each press may move seats and money. */
const PRESSES = { name: 'choose', tries: 30, triesOfAddress: 300, seconds: 600 }

export const handle = { personal: true, styles } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const { kinds } = translation().messages.choose
  return [{ title: tabTitle(loaderData ? titleOf(loaderData) : kinds['not-running'].title) }]
}

/** Opened by the link of the mail alone; any other token is a 404. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const shown = await showChoice(params.token, now())
  if (!shown) await noteLink('booking')
  return { ...found(shown), asked: new URL(request.url).searchParams.get('choice') }
}

export async function action({ request, params }: Route.ActionArgs) {
  const sent = await readForm(request, PRESSES)
  if (!sent.ok) return data({ problem: sent.problems[0]?.sentence ?? '' }, 422)
  found(await readChoice(params.token))
  const outcome = await choose({
    token: params.token,
    choice: readWish(sent.form),
    by: TRAVELLER,
    now: now(),
  })
  if (!outcome.ok) return data({ problem: explainChoice(outcome) }, 422)
  return redirect(localePath(translation().locale, paths.choose(params.token)), 303)
}

function readWish(form: FormData): Wish['choice'] {
  const chosen = textIn(form, 'choice')
  if (chosen === 'refund') return { kind: 'refund' }
  const travelling = readTravelling(form)
  return chosen === 'stay'
    ? { kind: 'stay', travelling }
    : { kind: 'move', offerId: chosen, travelling }
}

/** The passengers who travel; undefined if the form is for all of them. */
function readTravelling(form: FormData): Travelling | undefined {
  if (!PASSENGER_CATEGORIES.some((category) => form.has(`travelling-${category}`))) return undefined
  const countOf = (name: string) => {
    const typed = textIn(form, name)
    return /^\d{1,2}$/.test(typed) ? Number(typed) : 0
  }
  return {
    passengers: mapPassengers((category) => countOf(`travelling-${category}`)),
    wheelchairUsers: countOf('travelling-wheelchair'),
  }
}

/** The choice of a passenger in an incident, without logging in. */
export default function Choose({ loaderData: view, actionData }: Route.ComponentProps) {
  const { runsTitle } = translation().messages.choose.kinds[view.kind]
  const problem = actionData?.problem
  return (
    <div className="wrap choose">
      <h1>{view.is === 'runs' ? runsTitle : titleOf(view)}</h1>
      {problem && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the refusal is read first
        <Notice tone="danger" role="alert" tabIndex={-1} autoFocus>
          <p>{problem}</p>
        </Notice>
      )}
      <Ride view={view} />
      <News view={view} />
      <WhatHappened view={view} />
      <Ask view={view} asked={view.asked} />
    </div>
  )
}

/** All that can be chosen, or the question about what was pressed. */
function Ask({ view, asked }: { view: ChoiceView; asked: string | null }) {
  const offer = view.offers.find(({ offerId, isChosen }) => offerId === asked && !isChosen)
  if (offer) return <Check view={view} offer={offer} />
  if (asked === 'refund' && view.canRefund) return <Check view={view} offer={null} />
  return <Buttons view={view} />
}

function titleOf({ kind, lacksSpace, ending }: Pick<ChoiceView, 'kind' | 'lacksSpace' | 'ending'>) {
  const { locale, messages } = translation()
  const { kinds, noSpace } = messages.choose
  if (lacksSpace) return noSpace.title
  const { endings } = letterWords(locale).departureCancelled
  return ending === 'cancelled' ? kinds[kind].title : endings[ending].title
}

/** The stop that is closed or moved, or that the bus does not reach. */
function News({ view: { news } }: { view: ChoiceView }) {
  if (!news) return null
  return (
    <Notice tone="warning">
      <p>
        <strong>{news.sentence}</strong>
      </p>
      {news.mapUrl && (
        <p>
          <a href={news.mapUrl} rel="external noreferrer">
            {ticketWords(translation().locale).ticket.map}
          </a>
        </p>
      )}
    </Notice>
  )
}

function Ride({ view }: { view: ChoiceView }) {
  const { ride, when, booked, expected, reason, party, reference } = view
  const { choose: sentences, findBooking } = translation().messages
  return (
    <Facts
      facts={[
        { name: sentences.bus, value: ride },
        ...(booked ? [{ name: sentences.booked, value: booked }] : []),
        { name: booked ? sentences.newTime : sentences.planned, value: when },
        ...(expected ? [{ name: sentences.expected, value: expected }] : []),
        ...(reason ? [{ name: sentences.reason, value: reason }] : []),
        { name: sentences.party, value: party },
        { name: findBooking.reference, value: reference },
      ]}
    />
  )
}
