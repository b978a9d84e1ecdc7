import { data, redirect } from 'react-router'

import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { explainChange } from '#app/i18n/change-refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Facts } from '#app/ui/parts.tsx'
import { ticketWords } from '#modules/documents/words/words.ts'
import { mapPassengers } from '#modules/fares/passengers.ts'
import { choose, type ChoiceRefusal, type Travelling } from '#modules/incidents/choose.server.ts'
import { readChoice } from '#modules/incidents/read-choice.server.ts'
import { headCount } from '#modules/orders/order/party.ts'
import * as paths from '#paths'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { noteLink } from '#platform/traces.server.ts'

import type { Route } from './+types/page'
import { Buttons } from './buttons.tsx'
import styles from './choose.css?inline'
import { showChoice } from './view.server.ts'
import type { ChoiceView } from './view.ts'
import { WhatHappened } from './what-happened.tsx'

/** Each press may move seats and money. */
const PRESSES = { name: 'choose', tries: 30, triesOfAddress: 300, seconds: 600 }

export const handle = { personal: true, styles } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const { kinds } = translation().messages.choose
  return [{ title: tabTitle(kinds[loaderData?.kind ?? 'not-running'].title) }]
}

/** Opened by the link of the mail alone; any other token is a 404. */
export async function loader({ params }: Route.LoaderArgs) {
  const shown = await showChoice(params.token, now())
  if (!shown) await noteLink('booking')
  return found(shown)
}

export async function action({ request, params }: Route.ActionArgs) {
  const sent = await readForm(request, PRESSES)
  if (!sent.ok) return data({ problem: sent.problems[0]?.sentence ?? '' }, 422)
  found(await readChoice(params.token))
  const chosen = textIn(sent.form, 'choice')
  const outcome = await choose({
    token: params.token,
    choice:
      chosen === 'refund' || chosen === 'stay'
        ? { kind: chosen }
        : { kind: 'move', offerId: chosen, travelling: readTravelling(sent.form) },
    by: TRAVELLER,
    now: now(),
  })
  if (!outcome.ok) return data({ problem: explainChoice(outcome) }, 422)
  return redirect(localePath(translation().locale, paths.choose(params.token)), 303)
}

/** The passengers who take the bus; undefined if the form is for all of them. */
function readTravelling(form: FormData): Travelling | undefined {
  const countOf = (name: string) => {
    const typed = textIn(form, name)
    return /^\d{1,2}$/.test(typed) ? Number(typed) : 0
  }
  const passengers = mapPassengers((category) => countOf(`travelling-${category}`))
  const wheelchairUsers = countOf('travelling-wheelchair')
  return headCount(passengers) > 0 ? { passengers, wheelchairUsers } : undefined
}

function explainChoice(refusal: ChoiceRefusal): string {
  const { changeRefusals, choose: sentences } = translation().messages
  if (refusal.reason === 'choice-over') return sentences.refusals.over
  if (refusal.reason === 'runs-after-all') return sentences.refusals.runs
  if (refusal.reason === 'refunded-already') return sentences.refusals.refunded
  if (refusal.reason === 'cannot-stay' || refusal.reason === 'no-refund') {
    return sentences.refusals[refusal.reason]
  }
  return explainChange(changeRefusals, refusal)
}

/** The choice of a passenger in an incident: one press each, without logging in. */
export default function Choose({ loaderData: view, actionData }: Route.ComponentProps) {
  const sentences = translation().messages.choose.kinds[view.kind]
  const problem = actionData?.problem
  return (
    <div className="wrap choose">
      <h1>{view.is === 'runs' ? sentences.runsTitle : sentences.title}</h1>
      {problem && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the refusal is read first
        <Notice tone="danger" role="alert" tabIndex={-1} autoFocus>
          <p>{problem}</p>
        </Notice>
      )}
      <Ride view={view} />
      <News view={view} />
      <WhatHappened view={view} />
      <Buttons view={view} />
    </div>
  )
}

/** The stop that is closed or moved. */
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

function Ride({ view: { ride, when, booked, expected, party, reference } }: { view: ChoiceView }) {
  const { choose: sentences, findBooking } = translation().messages
  return (
    <Facts
      facts={[
        { name: sentences.bus, value: ride },
        ...(booked ? [{ name: sentences.booked, value: booked }] : []),
        { name: booked ? sentences.newTime : sentences.planned, value: when },
        ...(expected ? [{ name: sentences.expected, value: expected }] : []),
        { name: sentences.party, value: party },
        { name: findBooking.reference, value: reference },
      ]}
    />
  )
}
