import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import { DateField, FieldError, TextField } from '#app/ui/field.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { readDate } from '#platform/typed-time.ts'

import type { Route } from './+types/page'
import { extraBusAction } from './actions.server.ts'
import { Check } from './check.tsx'
import { showExtraBus, type ExtraBusView } from './view.server.ts'
import { MAX_LETTERS } from './wish.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.extraBus.title) }]

export async function loader({ url }: Route.LoaderArgs): Promise<ExtraBusView> {
  return showExtraBus(url.searchParams, now())
}

export const action = extraBusAction

/** One form describes the bus; below it stands what will be made, before anything is. */
export default function Page({ loaderData: view, actionData }: Route.ComponentProps) {
  const words = translation().messages.office.extraBus
  const refused = actionData && 'problems' in actionData ? actionData.problems : []
  const problems = refused.length > 0 ? refused : view.problems
  return (
    <>
      <PageHeader title={words.title} intro={words.intro} />
      <p>
        <PageLink to={paths.officeDepartures()}>{words.toList}</PageLink>
      </p>
      <ErrorSummary title={words.problems} problems={problems} />
      {view.check && problems.length === 0 && <Check check={view.check} />}
      <BusForm view={view} problems={problems} />
    </>
  )
}

type FormProps = { view: ExtraBusView; problems: readonly FormProblem[] }

function BusForm({ view: { lines, typed }, problems }: FormProps) {
  const { locale, messages } = translation()
  const words = messages.office.extraBus
  const field = (name: keyof ExtraBusView['typed']) => ({
    name,
    label: words[name],
    defaultValue: typed[name],
    error: problems.find(({ fieldId }) => fieldId === name)?.sentence,
  })
  const text = { maxLength: MAX_LETTERS, autoComplete: 'off' }
  return (
    <form
      className="card stack"
      method="get"
      action={localePath(locale, paths.officeNewDeparture())}
      aria-label={words.form}
      noValidate
    >
      <Radios {...field('line')} options={lines} />
      <Radios
        {...field('kind')}
        options={(['extra', 'charter'] as const).map((kind) => {
          return { value: kind, name: words.kinds[kind] }
        })}
      />
      <div className="row">
        <DateField {...field('date')} defaultValue={readDate(typed.date)?.toString()} />
        <TextField {...field('time')} hint={words.timeHint} inputMode="numeric" />
      </div>
      <div className="row">
        <TextField {...field('seats')} inputMode="numeric" />
        <TextField {...field('wheelchairs')} inputMode="numeric" />
      </div>
      <TextField {...field('reason')} {...text} hint={words.reasonHint} />
      <TextField {...field('orderer')} {...text} hint={words.ordererHint} />
      <p>
        <Button>{words.check}</Button>
      </p>
    </form>
  )
}

type RadiosProps = {
  name: string
  label: string
  defaultValue: string
  error: string | undefined
  options: readonly { value: string; name: string }[]
}

/** The first one is chosen until another is. */
function Radios({ name, label, defaultValue, error, options }: RadiosProps) {
  const isKnown = options.some(({ value }) => value === defaultValue)
  return (
    <fieldset>
      <legend className="label">{label}</legend>
      {error && <FieldError>{error}</FieldError>}
      {options.map((option, place) => (
        <Choice
          key={option.value}
          type="radio"
          name={name}
          value={option.value}
          defaultChecked={isKnown ? option.value === defaultValue : place === 0}
          {...(place === 0 && { id: name })}
        >
          {option.name}
        </Choice>
      ))}
    </fieldset>
  )
}
