import { Organization } from '#app/components/organization.tsx'
import { TextPage } from '#app/components/text/text-page.tsx'
import styles from '#app/components/text/text.css?inline'
import type { Handle } from '#app/handle.ts'
import { readText } from '#app/texts/read-text.server.ts'
import { textMeta } from '#app/texts/text-meta.ts'

import type { Route } from './+types/about'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => textMeta(loaderData?.text)

export async function loader() {
  return { text: await readText('about') }
}

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Organization />
      <TextPage text={loaderData.text} />
    </>
  )
}
