import { translation } from '#app/i18n/translation.ts'
import { localePath } from '#platform/locale.ts'

type OrderFormProps = {
  /** The plain path of the page that answers, with its query if it has one. */
  to: string
  fields?: readonly (readonly [name: string, value: string])[]
  method?: 'get' | 'post'
  children: React.ReactNode
}

/** A form of one button, or of a few fields, with what it says beside them. */
export function OrderForm({ to, fields = [], method = 'post', children }: OrderFormProps) {
  return (
    <form method={method} action={localePath(translation().locale, to)} className="order-form">
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
