import { useOnlyShown } from '#app/components/only-shown.ts'
import { translation } from '#app/i18n/translation.ts'
import { localePath } from '#platform/locale.ts'

type OrderFormProps = {
  /** The path of the page for the form, without a language, with an optional query. */
  to: string
  fields?: readonly (readonly [name: string, value: string])[]
  method?: 'get' | 'post'
  children: React.ReactNode
}

/** A form with one button or a few fields, and the text beside them. */
export function OrderForm({ to, fields = [], method = 'post', children }: OrderFormProps) {
  if (useOnlyShown()) {
    return (
      <fieldset disabled className="order-form">
        {children}
      </fieldset>
    )
  }
  return (
    <form method={method} action={localePath(translation().locale, to)} className="order-form">
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
