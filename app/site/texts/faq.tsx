import { PageLink } from '#app/components/page-link.tsx'
import { readText } from '#app/components/text/read-text.server.ts'
import { textMeta } from '#app/components/text/text-meta.ts'
import { Contents, Prose } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/http/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { absolute } from '#app/ui/structured.tsx'
import type { Section } from '#modules/content/render-markdown.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/faq'
import styles from './faq.css?inline'

export const handle = { styles, keep: 'timetable' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...textMeta(loaderData?.text),
  { 'script:ld+json': forSearchEngines(loaderData?.text.sections ?? []) },
]

export async function loader() {
  return { text: await readText('faq') }
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { common, texts } = messages
  const { text } = loaderData
  return (
    <div className="wrap section-end">
      <PageHeader
        title={text.title}
        crumbs={[
          { label: common.home, href: localePath(locale, paths.home()) },
          { label: text.title },
        ]}
        crumbsLabel={common.breadcrumbs}
      />
      <div className="text-columns">
        <Contents sections={text.sections} />
        <div className="prose">
          <Prose html={text.lead} />
          {text.sections.map((group) => (
            <section key={group.id}>
              <h2 id={group.id}>{group.heading}</h2>
              <div>
                {group.parts.map((part) => (
                  <Question key={part.id} part={part} />
                ))}
              </div>
            </section>
          ))}
          <section>
            <h2>{texts.notAnswered}</h2>
            <p>
              <PageLink className={buttonClass()} to={paths.contact()}>
                {texts.askUs}
              </PageLink>
            </p>
          </section>
        </div>
      </div>
    </div>
  )
}

/** The answer has the id: a link into a closed answer makes the browser open it. */
function Question({ part }: { part: Section }) {
  return (
    <details className="details question">
      <summary>{part.heading}</summary>
      <Prose html={part.html} id={part.id} />
    </details>
  )
}

function forSearchEngines(sections: readonly Section[]) {
  const questions = sections.flatMap(({ parts }) => parts)
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ heading, html }) => ({
      '@type': 'Question',
      name: heading,
      // Read outside our pages, where a link without a host leads nowhere.
      acceptedAnswer: {
        '@type': 'Answer',
        text: html.replaceAll('href="/', `href="${absolute('/')}`),
      },
    })),
  }
}
