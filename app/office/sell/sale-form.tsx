import { writeCategories } from '#app/components/journey/query.ts'
import { useMay } from '#app/components/office/office-view.ts'
import { useOwnAddress } from '#app/components/office/own-address.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Facts, Price } from '#app/ui/parts.tsx'
import { OVERRULE_CODES } from '#modules/orders/order/overrule.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'

import type { ChosenDeparture, SellView } from './view.ts'

type SaleFormProps = {
  search: SellView['search']
  chosen: ChosenDeparture
  isTillOpen: boolean
  answer: Refused | undefined
}

/**
 * Traveller and payment in one form, so that nothing typed is lost between them. Each way to pay has
 * its button, which names the act; Enter in a field sends the link, which takes no money.
 */
export function SaleForm(props: SaleFormProps) {
  const here = useOwnAddress()
  const { search, chosen } = props
  const { locale, messages } = translation()
  const { sell } = messages.office
  const { departureId, fromStopId, toStopId, ride, when, total } = chosen
  const hidden = {
    once: crypto.randomUUID(),
    departure: departureId,
    'from-stop': fromStopId,
    'to-stop': toStopId,
    ...writeCategories(search.passengers),
    wheelchairs: String(search.wheelchairs),
  }
  return (
    <form method="post" action={here} className="sale-form stack stack-large" noValidate>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <section className="card stack" id="customer" tabIndex={-1}>
        <h2>{sell.chosen}</h2>
        <Facts
          facts={[
            { name: ride, value: when },
            { name: sell.total, value: <Price large>{formatEuros(total, locale)}</Price> },
          ]}
        />
        <Customer {...props} />
      </section>
      <Ways {...props} />
    </form>
  )
}

/** The value typed before a refusal, and the sentence at its field. */
function typedIn({ answer }: SaleFormProps, name: string) {
  const error = answer?.problems.find(({ fieldId }) => fieldId === name)?.sentence
  return { name, error, defaultValue: answer?.typed[name] }
}

function Customer(props: SaleFormProps) {
  const { locale, messages } = translation()
  const { sell } = messages.office
  return (
    <>
      <h3>{sell.customer}</h3>
      <TextField label={sell.name} autoComplete="off" {...typedIn(props, 'name')} />
      <TextField
        type="email"
        label={sell.email}
        hint={sell.emailHint}
        autoComplete="off"
        {...typedIn(props, 'email')}
      />
      <TextField
        type="tel"
        label={sell.phone}
        hint={sell.phoneHint}
        autoComplete="off"
        {...typedIn(props, 'phone')}
      />
      <SelectField
        name="language"
        label={sell.language}
        defaultValue={props.answer?.typed.language ?? locale}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGES[one].name}
          </option>
        ))}
      </SelectField>
      <p className="soft small">{sell.terms}</p>
    </>
  )
}

function Ways(props: SaleFormProps) {
  const { locale, messages } = translation()
  const { sell } = messages.office
  const total = formatEuros(props.chosen.total, locale)
  return (
    <>
      <h2>{sell.pay}</h2>
      <section className="card stack">
        <h3>{sell.linkTitle}</h3>
        <p>{sell.linkHint}</p>
        <div className="row">
          <Button name="intent" value="link" kind="action">
            {sell.link(total)}
          </Button>
        </div>
      </section>
      {!props.isTillOpen && (
        <section className="card stack">
          <TextField
            label={sell.float}
            inputMode="decimal"
            autoComplete="off"
            {...typedIn(props, 'float')}
          />
        </section>
      )}
      <section className="card stack">
        <h3>{sell.cashTitle}</h3>
        <TextField
          label={sell.given}
          hint={sell.givenHint}
          inputMode="decimal"
          autoComplete="off"
          {...typedIn(props, 'given')}
        />
        <div className="row">
          <Button name="intent" value="cash">
            {sell.cash(total)}
          </Button>
        </div>
      </section>
      <section className="card stack">
        <h3>{sell.terminalTitle}</h3>
        <TextField
          label={sell.slip}
          hint={sell.slipHint}
          autoComplete="off"
          {...typedIn(props, 'slip')}
        />
        <div className="row">
          <Button name="intent" value="terminal">
            {sell.terminal(total)}
          </Button>
        </div>
      </section>
      {useMay()('sales.sell-free') && <Free {...props} />}
    </>
  )
}

function Free(props: SaleFormProps) {
  const { sell, changes } = translation().messages.office
  return (
    <section className="card stack">
      <h3>{sell.freeTitle}</h3>
      <SelectField label={sell.code} {...typedIn(props, 'code-of-overrule')}>
        <option value="">{sell.codeEmpty}</option>
        {OVERRULE_CODES.map((code) => (
          <option key={code} value={code}>
            {changes.overrule.codes[code]}
          </option>
        ))}
      </SelectField>
      <TextField label={sell.reason} {...typedIn(props, 'reason')} />
      <div className="row">
        <Button name="intent" value="free">
          {sell.free}
        </Button>
      </div>
    </section>
  )
}
