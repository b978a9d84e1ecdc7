import { readText } from '#app/components/text/read-text.server.ts'
import { textMeta } from '#app/components/text/text-meta.ts'
import { TextPage } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/http/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { dayMonthYear } from '#platform/format/dates.ts'

import styles from '#app/components/text/text.css?inline'
import type { Route } from './+types/terms'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => textMeta(loaderData?.text)

export async function loader() {
  const { locale } = translation()
  const since = dayMonthYear(Temporal.PlainDate.from(TERMS_VERSION), locale)
  return { text: await readText('terms'), since }
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { text, since } = loaderData
  return <TextPage text={text} intro={translation().messages.texts.inForceSince(since)} />
}
