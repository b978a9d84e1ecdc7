import { useMay } from '#app/components/office/office-view.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Facts, Price } from '#app/ui/parts.tsx'
import { OVERRULE_CODES } from '#modules/orders/order/overrule.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'

import type { SellView } from './view.ts'

type SaleFormProps = Pick<SellView, 'chosen'> & {
  isTillOpen: boolean
  answer: Refused | undefined
}

/**
 * Traveller and payment in the form of the page, so that nothing typed is lost between them. The chosen way to pay
 * names the act; at first it is the link, which takes no money. If a chosen departure can no longer be
 * sold, what was typed waits here for another one.
 */
export function SaleForm(props: SaleFormProps) {
  const { chosen } = props
  const { locale, messages } = translation()
  const { sell } = messages.office
  const hidden = { once: crypto.randomUUID(), ...fieldsOf(chosen) }
  return (
    <div id="sale" className="sale-form stack stack-large">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <section className="card stack" id="customer" tabIndex={-1}>
        <h2>{sell.chosen}</h2>
        {chosen ? (
          <Facts
            facts={[
              ...chosen.rides.map(({ ride, when }) => ({ name: ride, value: when })),
              { name: sell.total, value: <Price large>{formatEuros(chosen.total, locale)}</Price> },
            ]}
          />
        ) : (
          <p>{sell.selectFirst}</p>
        )}
        <Customer {...props} />
      </section>
      <Ways {...props} />
    </div>
  )
}

/** The ids of the departures and their stops, named as in the address of the page. */
function fieldsOf(chosen: SellView['chosen']): Record<string, string> {
  const [out, back] = chosen?.rides ?? []
  return {
    ...(out && {
      departure: out.departureId,
      'from-stop': out.fromStopId,
      'to-stop': out.toStopId,
    }),
    ...(back && {
      return: back.departureId,
      'return-from-stop': back.fromStopId,
      'return-to-stop': back.toStopId,
    }),
  }
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

const WAYS = ['link', 'cash', 'terminal', 'free'] as const

/** One choice among the ways to pay; the fields of the others are hidden (sell.css). */
function Ways(props: SaleFormProps) {
  const { locale, messages } = translation()
  const { sell } = messages.office
  const may = useMay()
  const ways = WAYS.filter((way) => way !== 'free' || may('sales.sell-free'))
  const chosen = props.answer?.typed['intent'] ?? 'link'
  return (
    <section className="sale-ways card stack">
      <fieldset className="stack">
        <legend>
          <h2>{sell.pay}</h2>
        </legend>
        <div className="row">
          {ways.map((way) => (
            <Choice
              key={way}
              type="radio"
              name="intent"
              value={way}
              framed
              defaultChecked={way === chosen}
            >
              {sell.ways[way]}
            </Choice>
          ))}
        </div>
      </fieldset>
      <p className="only-link">{sell.linkHint}</p>
      {!props.isTillOpen && (
        <div className="only-till">
          <TextField
            label={sell.float}
            inputMode="decimal"
            autoComplete="off"
            {...typedIn(props, 'float')}
          />
        </div>
      )}
      <div className="only-cash">
        <TextField
          label={sell.given}
          hint={sell.givenHint}
          inputMode="decimal"
          autoComplete="off"
          {...typedIn(props, 'given')}
        />
      </div>
      <div className="only-terminal">
        <TextField
          label={sell.slip}
          hint={sell.slipHint}
          autoComplete="off"
          {...typedIn(props, 'slip')}
        />
      </div>
      {may('sales.sell-free') && <Free {...props} />}
      {props.chosen && (
        <div className="row">
          <Button kind="action">{sell.submit(formatEuros(props.chosen.total, locale))}</Button>
        </div>
      )}
    </section>
  )
}

function Free(props: SaleFormProps) {
  const { sell, changes } = translation().messages.office
  return (
    <div className="only-free stack">
      <SelectField label={sell.code} {...typedIn(props, 'code-of-overrule')}>
        <option value="">{sell.codeEmpty}</option>
        {OVERRULE_CODES.map((code) => (
          <option key={code} value={code}>
            {changes.overrule.codes[code]}
          </option>
        ))}
      </SelectField>
      <TextField label={sell.reason} {...typedIn(props, 'reason')} />
    </div>
  )
}
