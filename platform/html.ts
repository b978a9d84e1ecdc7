/** Markup that is known to be safe: only `html` and `verbatim` make it. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | number | Html | readonly Html[] | null | undefined | false

/**
 * Markup from a template. Every value is escaped as text, unless it is markup made here. Null,
 * undefined and false insert no text.
 */
export function html(template: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: template }, ...values.map(toMarkup)))
}

/** For our own script and styles, which are inserted into a page unchanged. Never for input. */
export function verbatim(text: string): Html {
  return new Html(text)
}

function toMarkup(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'object') return value.map(({ markup }) => markup).join('')
  return escape(String(value))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
