import { measurePictures } from '#app/components/measure-pictures.server.ts'
import { Organization } from '#app/components/organization.tsx'
import { Picture } from '#app/components/picture.tsx'
import { PICTURES } from '#app/components/pictures.ts'
import { readText } from '#app/components/text/read-text.server.ts'
import { textMeta } from '#app/components/text/text-meta.ts'
import { TextPage } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/http/handle.ts'
import { env } from '#platform/settings/env.server.ts'

import type { Route } from './+types/about'
import styles from './about.css?inline'

export const handle = {
  styles,
  keep: 'timetable',
  preview: () => PICTURES.nicosia,
} satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => textMeta(loaderData?.text)

export async function loader() {
  const pictures = await measurePictures('nicosia', 'airport-hall')
  const { sections, ...text } = await readText('about')
  const isLive = env().MODE === 'live'
  const told = sections.filter(({ id }) => !(isLive && id === 'demonstration'))
  return { text: { ...text, sections: told }, pictures }
}

/** Side by side on wide screens; a phone shows the first one. */
const SHOWN = { sizes: '(min-width: 72rem) 35rem, (min-width: 40rem) 47vw, 93vw', widest: 600 }

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Organization />
      <TextPage
        text={loaderData.text}
        pictures={
          <div className="pictures">
            <Picture of="nicosia" size={loaderData.pictures.nicosia} {...SHOWN} isFirst />
            <Picture of="airport-hall" size={loaderData.pictures['airport-hall']} {...SHOWN} />
          </div>
        }
      />
    </>
  )
}
