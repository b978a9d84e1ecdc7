/** HTML that is safe to send. Only the `html` tag makes it out of text, and escapes what it is given. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | false | null | undefined | readonly Html[]

/** html`<p>${name}</p>`: whatever `name` is, it stays text. Nothing is written for false and null. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((made, part, place) => made + write(values[place - 1]) + part))
}

/** For our own script and styles, which stand in the page as they are. Never for what came in. */
export function verbatim(text: string): Html {
  return new Html(text)
}

function write(value: Value): string {
  if (value instanceof Html) return value.text
  if (value === false || value === null || value === undefined) return ''
  if (typeof value === 'object') return value.map(write).join('')
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
