import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { LateForm } from '#app/components/office/late-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import {
  ReasonNow,
  ToldReasonFields,
  UsualReasonField,
} from '#app/components/office/told-reason-fields.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import * as paths from '#paths'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

import { BlockForm } from './blocks-form.tsx'
import { Reason, StopSelect, type FormProps } from './form-parts.tsx'
import { ReliefForm } from './relief-form.tsx'
import { ReopenForm } from './reopen-form.tsx'
import { VehicleForm } from './vehicle-form.tsx'

/** Everything a dispatcher can do with a departure that runs; each form stays open if refused. */
export function Forms(props: FormProps) {
  const may = useMay()
  const { hasLeft, isForSale, isClosed } = props.departure
  const hasSale = isForSale || isClosed
  return (
    <>
      {may('departures.delay') && <ReopenForm {...props} />}
      {may('departures.delay') && <Late {...props} />}
      {!hasLeft && hasSale && may('departures.sale') && <Sale {...props} />}
      {!hasLeft && may('departures.sale') && <BlockForm {...props} />}
      {!hasLeft && may('departures.vehicle') && <VehicleForm {...props} />}
      {may('departures.vehicle') && <ReliefForm {...props} />}
      {!hasLeft && may('departures.capacity') && <Capacity {...props} />}
      {may('departures.bay') && <Bay {...props} />}
    </>
  )
}

function Late({ departure, refused }: FormProps) {
  const { late } = translation().messages.office.departure
  const { departureId, seen, stops, isLate, incidents } = departure
  const typed = typedFor(refused, 'late')
  const told = incidents.find(({ kind, toldReason }) => kind === 'late' && toldReason)
  const [first] = stops
  return (
    <section id="late" className="card stack" aria-labelledby="late-title">
      <h2 id="late-title">{late.title}</h2>
      {first && <p>{late.fromFirst(late.onward(first.onward))}</p>}
      {told?.toldReason && <AlreadyTold incidentId={told.incidentId} words={told.toldReason} />}
      <LateForm departureId={departureId} seen={seen}>
        {!told && <UsualReasonField id="quick-told" kind="late" hint={late.reasonHint} />}
      </LateForm>
      <Details summary={late.from} open={Boolean(typed)}>
        <div className="stack">
          <p className="soft small">{late.boarding}</p>
          <ul className="soft small">
            {stops.slice(0, -1).map(({ position, planned, name, onward }) => (
              <li key={position}>
                {planned} {name}: {late.onward(onward)}
              </li>
            ))}
          </ul>
          <ActForm intent="late" seen={seen} className="stack">
            <StopSelect
              name="from"
              label={late.from}
              stops={stops.slice(0, -1)}
              chosen={typed?.from}
            />
            <TextField
              name="minutes"
              label={late.minutes}
              hint={late.minutesHint}
              defaultValue={typed?.minutes}
              error={errorAt(refused, 'minutes')}
            />
            {!told && (
              <ToldReasonFields kind="late" hint={late.reasonHint} refused={typed && refused} />
            )}
            <Button>{late.send}</Button>
          </ActForm>
        </div>
      </Details>
      {isLate && (
        <ActForm intent="on-time" seen={seen}>
          <p className="soft small">{late.onTimeHint}</p>
          <Button>{late.onTime}</Button>
        </ActForm>
      )}
    </section>
  )
}

/** The reason that a late bus has by its incident, where it is changed. */
function AlreadyTold({ incidentId, words }: { incidentId: string; words: ToldReason }) {
  const { late } = translation().messages.office.departure
  return (
    <>
      <ReasonNow words={words} />
      <p>
        <PageLink to={paths.officeIncident(incidentId)}>{late.changeReason}</PageLink>
      </p>
    </>
  )
}

function Sale({ departure, refused }: FormProps) {
  const { sale } = translation().messages.office.departure
  const { seen, isClosed } = departure
  const intent = isClosed ? 'open-sale' : 'close-sale'
  const typed = typedFor(refused, intent)
  return (
    <Details summary={isClosed ? sale.open : sale.close} open={Boolean(typed)}>
      <ActForm intent={intent} seen={seen} className="stack">
        {!isClosed && <p>{sale.closeHint}</p>}
        <Reason id="reason-sale" typed={typed?.reason} error={errorAt(refused, 'reason-sale')} />
        <Button>{isClosed ? sale.open : sale.close}</Button>
      </ActForm>
    </Details>
  )
}

function Capacity({ departure, refused }: FormProps) {
  const { capacity } = translation().messages.office.departure
  const { seen, wanted } = departure
  const typed = typedFor(refused, 'capacity')
  return (
    <Details summary={capacity.title} open={Boolean(typed)}>
      <ActForm intent="capacity" seen={seen} className="stack">
        <p>{capacity.hint}</p>
        <TextField
          name="seats"
          label={capacity.seats}
          inputMode="numeric"
          defaultValue={typed?.seats ?? wanted.seats}
          error={errorAt(refused, 'seats')}
        />
        <TextField
          name="wheelchairs"
          label={capacity.wheelchairs}
          inputMode="numeric"
          defaultValue={typed?.wheelchairs ?? wanted.wheelchairPlaces}
        />
        <Reason id="reason-capacity" typed={typed?.reason} />
        <Button>{capacity.send}</Button>
      </ActForm>
    </Details>
  )
}

function Bay({ departure, refused }: FormProps) {
  const { bay } = translation().messages.office.departure
  const { seen, stops } = departure
  const typed = typedFor(refused, 'bay')
  return (
    <Details summary={bay.title} open={Boolean(typed)}>
      <ActForm intent="bay" seen={seen} className="stack">
        <StopSelect name="stop" label={bay.stop} stops={stops} chosen={typed?.stop} />
        <TextField
          name="bay"
          label={bay.bay}
          hint={bay.bayHint}
          maxLength={20}
          defaultValue={typed?.bay}
          error={errorAt(refused, 'bay')}
        />
        {LOCALES.map((locale) => (
          <TextField
            key={locale}
            name={`directions-${locale}`}
            label={bay.directions(LANGUAGES[locale].name)}
            lang={locale}
            maxLength={300}
            defaultValue={typed?.[`directions-${locale}`]}
            error={errorAt(refused, `directions-${locale}`)}
          />
        ))}
        <Button>{bay.send}</Button>
      </ActForm>
    </Details>
  )
}

/** To all who hold a seat, or to those of one stop. */
export function MessageForm({ departure, refused }: FormProps) {
  const { message } = translation().messages.office.departure
  const { seen, stops } = departure
  const typed = typedFor(refused, 'message')
  return (
    <Details summary={message.title} open={Boolean(typed)}>
      <ActForm intent="message" seen={seen} className="stack">
        <p>{message.hint}</p>
        <SelectField name="to" label={message.to} defaultValue={typed?.to}>
          <option value="">{message.all}</option>
          {stops.slice(0, -1).map(({ position, name }) => (
            <option key={position} value={position}>
              {message.stop(name)}
            </option>
          ))}
        </SelectField>
        {LOCALES.map((locale) => (
          <TextArea
            key={locale}
            name={`message-${locale}`}
            label={message.text(LANGUAGES[locale].name)}
            lang={locale}
            rows={3}
            maxLength={450}
            defaultValue={typed?.[`message-${locale}`]}
            error={errorAt(refused, `message-${locale}`)}
          />
        ))}
        <Button>{message.send}</Button>
      </ActForm>
    </Details>
  )
}

/** For a cancelled departure: it runs after all, for those who stay. */
export function ReviveForm({ departure, refused }: FormProps) {
  const { revive } = translation().messages.office.departure
  const { seen, holders, moved } = departure
  return (
    <section className="card stack" aria-labelledby="revive-title">
      <h2 id="revive-title">{revive.title}</h2>
      <p>{revive.story(holders)}</p>
      {moved > 0 && <p>{revive.moved(moved)}</p>}
      <ActForm intent="revive" seen={seen} confirm="L1" className="stack">
        <Reason
          id="reason-revive"
          typed={typedFor(refused, 'revive')?.reason}
          error={errorAt(refused, 'reason-revive')}
        />
        <ActButton>{revive.send}</ActButton>
      </ActForm>
    </section>
  )
}

/** For a departure that the timetable no longer has, and that has passengers. */
export function RunAnywayForm({ departure, refused }: FormProps) {
  const words = translation().messages.office.departure.runAnyway
  return (
    <section className="card stack" aria-labelledby="run-anyway-title">
      <h2 id="run-anyway-title">{words.title}</h2>
      <p>{words.story(departure.holders)}</p>
      <ActForm intent="run-anyway" seen={departure.seen} confirm="L1" className="stack">
        <Reason
          id="reason-run-anyway"
          typed={typedFor(refused, 'run-anyway')?.reason}
          error={errorAt(refused, 'reason-run-anyway')}
        />
        <ActButton>{words.send}</ActButton>
      </ActForm>
    </section>
  )
}
