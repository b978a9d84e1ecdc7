import { translation } from '#app/i18n/translation.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import type { Content, Section } from '#modules/content/render-markdown.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

type TextPageProps = {
  text: Content
  /** The line below the title: the date from which the text applies. */
  intro?: string
  /** Pictures above the text. */
  pictures?: React.ReactNode
  /** Content below the last section. */
  children?: React.ReactNode
}

/** A page for reading, with its table of contents first. */
export function TextPage({ text, intro, pictures, children }: TextPageProps) {
  const { locale, messages } = translation()
  const { common } = messages
  return (
    <div className="wrap section-end">
      <PageHeader
        title={text.title}
        intro={intro}
        crumbs={[
          { label: common.home, href: localePath(locale, paths.home()) },
          { label: text.title },
        ]}
        crumbsLabel={common.breadcrumbs}
      />
      {pictures}
      <div className="text-columns">
        <Contents sections={text.sections} />
        <div className="prose">
          <Prose html={text.lead} />
          {text.sections.map((section) => (
            <ProseSection key={section.id} section={section} />
          ))}
          {children}
        </div>
      </div>
    </div>
  )
}

/** The headings of a text as links. */
export function Contents({ sections }: { sections: readonly Section[] }) {
  const { texts } = translation().messages
  return (
    <nav className="contents not-printed" aria-labelledby="contents">
      <h2 id="contents">{texts.onThisPage}</h2>
      <ol>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

export function ProseSection({ section }: { section: Section }) {
  const { id, heading, html, parts } = section
  return (
    <section>
      <h2 id={id}>{heading}</h2>
      <Prose html={html} />
      {parts.map((part) => (
        <section key={part.id}>
          <h3 id={part.id}>{part.heading}</h3>
          <Prose html={part.html} />
        </section>
      ))}
    </section>
  )
}

/** HTML from modules/content, which escapes any HTML in a text. */
export function Prose({ html, id }: { html: string; id?: string }) {
  if (html === '') return null
  return <div className="prose-part" id={id} dangerouslySetInnerHTML={{ __html: html }} />
}
