import { Organization } from '#app/components/organization.tsx'
import { Picture } from '#app/components/picture.tsx'
import { TextPage } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/handle.ts'
import { readText } from '#app/texts/read-text.server.ts'
import { textMeta } from '#app/texts/text-meta.ts'

import type { Route } from './+types/about'
import styles from './about.css?inline'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => textMeta(loaderData?.text)

export async function loader() {
  return { text: await readText('about') }
}

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Organization />
      <TextPage
        text={loaderData.text}
        pictures={
          <div className="pictures">
            <Picture of="nicosia" isFirst />
            <Picture of="airport-hall" isFirst />
          </div>
        }
      />
    </>
  )
}
