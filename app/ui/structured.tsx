let find: () => string

/** Told once by the server, which knows where the site is. */
export function provideOrigin(source: () => string): void {
  find = source
}

/**
 * What a page says to search engines in their own words (schema.org). It is text to a browser: no
 * policy has to allow it, and nothing in it can end the element it stands in.
 */
export function Structured({ about }: { about: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...about })
  const safe = { __html: json.replaceAll('<', String.raw`\u003c`) }
  return (
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={safe} />
  )
}

/** An address as it is read elsewhere. Only the server makes these. */
export function absolute(path: string): string {
  return import.meta.env.SSR ? find() + path : path
}
