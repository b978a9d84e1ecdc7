import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { DateField, SelectField, TextField } from '#app/ui/field.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { manyAction } from './actions.server.ts'
import { CheckPart } from './check.tsx'
import { EVENTS, LATE_FROM, PERCENTS } from './selection.ts'
import { showMany } from './view.server.ts'
import type { ManyView } from './view.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.incidentMany.title) }]

export async function loader({ url }: Route.LoaderArgs): Promise<ManyView> {
  return showMany(url.searchParams, now())
}

export const action = manyAction

/** One form selects the departures; below it stands whom they concern, before anything is done. */
export default function Page({ loaderData: view, actionData }: Route.ComponentProps) {
  const words = translation().messages.office.incidentMany
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const incomplete = view.isIncomplete ? [missingOf(view.chosen.what)] : []
  return (
    <>
      <PageHeader title={words.title} intro={words.intro} />
      <p>
        <PageLink to={paths.officeIncidents()}>{words.toList}</PageLink>
      </p>
      <ErrorSummary title={words.problems} problems={refused?.problems ?? incomplete} />
      <SelectionForm view={view} />
      {view.check && <CheckPart view={view} check={view.check} refused={refused} />}
    </>
  )
}

/** The sentence about what the form still needs. */
function missingOf(what: ManyView['chosen']['what']) {
  const words = translation().messages.office.incidentMany
  if (what === 'late') return { fieldId: 'minutes', sentence: words.late.incomplete }
  return { fieldId: 'stop', sentence: what === 'cancel' ? words.incomplete : words.noStop }
}

function SelectionForm({ view: { stops, routes, chosen } }: { view: ManyView }) {
  const { locale, messages } = translation()
  const words = messages.office.incidentMany
  return (
    <form
      className="card stack"
      method="get"
      action={localePath(locale, paths.officeNewIncident())}
      aria-label={words.selection}
    >
      <WhatFields chosen={chosen} />
      <div className="row">
        <DateField name="day" label={words.day} defaultValue={chosen.day} required />
        <TextField type="time" name="from" label={words.from} defaultValue={chosen.from} required />
        <TextField
          type="time"
          name="until"
          label={words.until}
          defaultValue={chosen.until}
          required
        />
      </div>
      <p className="soft small">{words.untilHint}</p>
      <SelectField name="stop" label={words.stop} hint={words.stopHint} defaultValue={chosen.stop}>
        <option value="">{words.anyStop}</option>
        {stops.map(({ stopId, name }) => (
          <option key={stopId} value={stopId}>
            {name}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend className="label">{words.routes}</legend>
        {routes.map(({ routeId, name }) => (
          <Choice
            key={routeId}
            type="checkbox"
            name="route"
            value={routeId}
            defaultChecked={chosen.routes.includes(routeId)}
          >
            {name}
          </Choice>
        ))}
      </fieldset>
      <div className="only-late stack">
        <LateFields chosen={chosen} />
      </div>
      <div className="only-cancel">
        <PercentField percent={chosen.percent} />
      </div>
      {chosen.without.map((departureId) => (
        <input key={departureId} type="hidden" name="without" value={departureId} />
      ))}
      <p>
        <Button>{words.show}</Button>
      </p>
    </form>
  )
}

/** The delay of all, and where it begins. */
function LateFields({ chosen }: Pick<ManyView, 'chosen'>) {
  const { late } = translation().messages.office.incidentMany
  return (
    <>
      <TextField
        name="minutes"
        label={late.minutes}
        hint={late.minutesHint}
        inputMode="numeric"
        maxLength={4}
        defaultValue={chosen.minutes}
      />
      <SelectField
        name="late-from"
        label={late.from}
        hint={late.fromHint}
        defaultValue={chosen.lateFrom}
      >
        {LATE_FROM.map((from) => (
          <option key={from} value={from}>
            {late.fromOf[from]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function PercentField({ percent }: Pick<ManyView['chosen'], 'percent'>) {
  const words = translation().messages.office.incidentMany
  return (
    <SelectField
      name="percent"
      label={words.percent}
      hint={words.percentHint}
      defaultValue={String(percent)}
    >
      {PERCENTS.map((one) => (
        <option key={one} value={one}>
          {words.percentOf(one)}
        </option>
      ))}
    </SelectField>
  )
}

/** The event, and whether only one departure is meant. */
function WhatFields({ chosen }: Pick<ManyView, 'chosen'>) {
  const words = translation().messages.office.incidentMany
  return (
    <>
      <SelectField name="what" label={words.what} defaultValue={chosen.what}>
        {EVENTS.map((event) => (
          <option key={event} value={event}>
            {words.events[event]}
          </option>
        ))}
      </SelectField>
      {chosen.departure && (
        <Choice type="checkbox" name="departure" value={chosen.departure} defaultChecked>
          {words.onlyThis}
        </Choice>
      )}
    </>
  )
}
