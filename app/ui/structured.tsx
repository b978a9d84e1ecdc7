let find: () => string

/** Set once by the server, which knows the site's origin. */
export function provideOrigin(source: () => string): void {
  find = source
}

/**
 * Structured data for search engines (schema.org). To a browser it is text: no policy has to allow
 * it, and its content cannot end the element.
 */
export function Structured({ about }: { about: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...about })
  const safe = { __html: json.replaceAll('<', String.raw`\u003c`) }
  return <script type="application/ld+json" dangerouslySetInnerHTML={safe} />
}

/** A full address, for use outside the site. */
export function absolute(path: string): string {
  return find() + path
}
