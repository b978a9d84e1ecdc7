import { TextPage } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/handle.ts'
import { readText } from '#app/texts/read-text.server.ts'
import { textMeta } from '#app/texts/text-meta.ts'

import styles from '#app/components/text/text.css?inline'
import type { Route } from './+types/passenger-rights'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => textMeta(loaderData?.text)

export async function loader() {
  return { text: await readText('passenger-rights') }
}

export default function PassengerRights({ loaderData }: Route.ComponentProps) {
  return <TextPage text={loaderData.text} />
}
