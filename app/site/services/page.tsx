import { measurePictures } from '#app/components/measure-pictures.server.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { Picture } from '#app/components/picture.tsx'
import { readText } from '#app/components/text/read-text.server.ts'
import { listServices } from '#app/components/text/service-texts.server.ts'
import { textMeta } from '#app/components/text/text-meta.ts'
import { Prose, ProseSection } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/http/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { SERVICES } from '#modules/enquiries/forms.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import styles from './services.css?inline'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => textMeta(loaderData?.text)

export async function loader() {
  return {
    text: await readText('services'),
    services: await listServices(),
    pictures: await measurePictures(...SERVICES),
  }
}

export default function Services({ loaderData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { common } = messages
  const { text, services, pictures } = loaderData
  return (
    <div className="wrap section-end">
      <PageHeader
        title={text.title}
        intro={text.description}
        crumbs={[
          { label: common.home, href: localePath(locale, paths.home()) },
          { label: text.title },
        ]}
        crumbsLabel={common.breadcrumbs}
      />
      <ul className="services">
        {services.map(({ slug, title, description }, place) => (
          <li key={slug} className="service-entry">
            <Picture
              of={slug}
              size={pictures[slug]}
              sizes="(min-width: 72rem) 23rem, (min-width: 60rem) 31vw, (min-width: 36rem) 46vw, 9rem"
              widest={450}
              isFirst={place < 1}
            />
            <h2>
              <PageLink to={paths.service(slug)}>{title}</PageLink>
            </h2>
            <p>{description}</p>
          </li>
        ))}
      </ul>
      <div className="prose after-services">
        <Prose html={text.lead} />
        {text.sections.map((section) => (
          <ProseSection key={section.id} section={section} />
        ))}
      </div>
    </div>
  )
}
