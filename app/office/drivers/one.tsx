import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/one'
import * as acts from './actions.server.ts'
import { AbsenceForm, DetailsForm } from './driver-forms.tsx'
import { showDriver, type DriverView } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: tabTitle(loaderData?.name ?? translation().messages.office.drivers.title) },
]

export async function loader({ params, context }: Route.LoaderArgs) {
  return found(await showDriver(staffOf(context), params.id, now()))
}

export const action = officeAction('/office/drivers/:id', acts)

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const { drivers } = office
  const mayEdit = useMay()('fleet.edit')
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack">
      <p className="not-printed">
        <PageLink to={paths.officeDrivers()}>{drivers.title}</PageLink>
      </p>
      <h1>{loaderData.name}</h1>
      <ErrorSummary title={common.errorSummary} problems={refused?.problems ?? []} />
      {mayEdit ? (
        <DetailsForm driver={loaderData} refused={refused} />
      ) : (
        <Details {...loaderData} />
      )}
      <Absences driver={loaderData} mayEdit={mayEdit} />
      {mayEdit && <AbsenceForm driver={loaderData} refused={refused} />}
    </div>
  )
}

/** The same as the form, for those who only read; a telephone number is for those who plan. */
function Details({ languages, licence }: DriverView) {
  const { drivers } = translation().messages.office
  const named = languages.map((language) => drivers.languages[language]).join(', ')
  return (
    <Facts
      facts={[
        { name: drivers.languagesHead, value: named || '–' },
        { name: drivers.licenceShort, value: licence || '–' },
      ]}
    />
  )
}

function Absences({ driver, mayEdit }: { driver: DriverView; mayEdit: boolean }) {
  const { drivers } = translation().messages.office
  const { absences, seen } = driver
  return (
    <section className="stack" aria-labelledby="absences">
      <h2 id="absences">{drivers.absences}</h2>
      {absences.length === 0 && <p>{drivers.noAbsences}</p>}
      <ul className="stack">
        {absences.map(({ absenceId, text }) => (
          <li key={absenceId} className="row">
            {text}
            {mayEdit && (
              <ActForm intent="back" seen={seen}>
                <input type="hidden" name="absence" value={absenceId} />
                <Button aria-label={`${drivers.back}: ${text}`}>{drivers.back}</Button>
              </ActForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
