import { company } from '#operator'

/** A page's title with the name of the site, as a browser's tab shows it. */
export function tabTitle(title: string): string {
  return `${title} · ${company().shortName}`
}

/** The title and description of a page, for browsers, search engines and link previews. */
export function pageMeta(title: string, description: string) {
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ]
}
