import { ActForm } from '#app/components/office/act-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import { latePresses } from '#modules/boarding/phone/late-presses.ts'
import * as paths from '#paths'
import phone from '#phone/boarding.tsx?worker&url'
import { PhoneApp } from '#phone/screens/phone.tsx'
import { now } from '#platform/clock.server.ts'

import boardingStyles from '#phone/phone.css?inline'
import sellStyles from '#phone/sell.css?inline'
import type { Route } from './+types/page'
import { leaveStop, reportLate } from './actions.server.ts'
import { startOf } from './start.ts'
import { showBoarding, type BoardingView, type BusRow } from './view.server.ts'

const styles = boardingStyles + sellStyles
export const handle = { shell: 'office', app: 'boarding', camera: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.boarding.title) }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { staffId } = staffOf(context)
  return showBoarding(url.searchParams, { staffId, now: now() })
}

export const action = officeAction('/office/boarding', { late: reportLate, left: leaveStop })

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const sentences = office.boarding
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="boarding">
      <h1 className="visually-hidden">{sentences.title}</h1>
      <div id="plain" className="stack">
        <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
        <Buses {...loaderData} problems={answer?.problems ?? []} />
      </div>
      <Phone {...loaderData} />
      <script src={phone} type="module" />
    </div>
  )
}

/** The phone as it is before its script is there: the choice of the stop, which works without. */
function Phone(view: BoardingView) {
  const start = startOf(view)
  return (
    <div id="boarding-app" className="boarding-app" data-start={JSON.stringify(start)}>
      <PhoneApp start={start} />
    </div>
  )
}

type BusesProps = BoardingView & { problems: readonly FormProblem[] }

function Buses({ stopId, day, buses, problems }: BusesProps) {
  const sentences = translation().messages.office.boarding
  if (!stopId) return <p>{sentences.withoutScript}</p>
  return (
    <section className="stack" id="departures" tabIndex={-1} aria-labelledby="departures-title">
      <h2 id="departures-title">{sentences.departures}</h2>
      <p>{sentences.withoutScript}</p>
      {buses.length === 0 && <p>{sentences.noDepartures}</p>}
      <ul className="boarding-buses">
        {buses.map((bus) => (
          <li key={bus.departureId} className="stack">
            <Bus bus={bus} stopId={stopId} day={day} earlyId={findEarlyId(bus, problems)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The id of the second press, for a bus that would leave too early. */
function findEarlyId({ departureId }: BusRow, problems: BusesProps['problems']) {
  return problems.find(({ fieldId }) => fieldId === `early-${departureId}`)?.fieldId
}

type BusProps = { bus: BusRow; stopId: string; day: string; earlyId: string | undefined }

function Bus({ bus, stopId, day, earlyId }: BusProps) {
  const sentences = translation().messages.office.boarding
  const { departureId, position, time, to, isCancelled, hasLeft, late, lastReport } = bus
  const { more, less } = latePresses(late)
  const left = earlyId ? sentences.leftEarly : sentences.left
  const place = (
    <>
      <input type="hidden" name="departure" value={departureId} />
      <input type="hidden" name="position" value={position} />
      <input type="hidden" name="stop" value={stopId} />
      <input type="hidden" name="day" value={day} />
    </>
  )
  return (
    <>
      <PageLink className="button button-wide" to={paths.officeManifest(departureId)}>
        {time} {to}: {sentences.list}
      </PageLink>
      {isCancelled && <p>{sentences.cancelled}</p>}
      {!isCancelled && (
        <ActForm intent="late" className="boarding-answers">
          {place}
          <input type="hidden" name="lastReport" value={lastReport} />
          {late !== 0 && <p>{sentences.isLate(late)}</p>}
          {[...more, ...less].map((minutes) => (
            <Button
              key={minutes}
              name="minutes"
              value={minutes}
              aria-label={`${time} ${to}: ${sentences.lateBy(minutes)}`}
            >
              {sentences.lateBy(minutes)}
            </Button>
          ))}
        </ActForm>
      )}
      {!isCancelled && !hasLeft && (
        <ActForm intent="left">
          {place}
          {earlyId && <input type="hidden" name="early" value="yes" />}
          <Button id={earlyId} aria-label={`${time} ${to}: ${left}`}>
            {left}
          </Button>
        </ActForm>
      )}
    </>
  )
}
