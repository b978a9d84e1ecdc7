import { readText } from '#app/components/text/read-text.server.ts'
import { textMeta } from '#app/components/text/text-meta.ts'
import { TextPage } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/http/handle.ts'

import styles from '#app/components/text/text.css?inline'
import type { Route } from './+types/privacy'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => textMeta(loaderData?.text)

export async function loader() {
  return { text: await readText('privacy') }
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <TextPage text={loaderData.text} />
}
