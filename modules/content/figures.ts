/** A value for a text: plain words, or a piece of Markdown such as a table. */
export type Figure = string | { markdown: string }
export type Placeholders = Readonly<Record<string, Figure>>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
/** Characters that could be read as Markdown or as HTML, anywhere in a line. */
const MARKUP = /[\\`*_[\]<>|~&]/g

/** The names in `{{…}}`, without repetitions. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
}

/** @throws when the text asks for an unknown figure */
export function fillInMarkdown(text: string, figures: Placeholders): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const figure = getFigure(figures, name)
    return typeof figure === 'string' ? escapeMarkdown(figure) : figure.markdown
  })
}

/** The same for a text that is not Markdown, such as a title. */
export function fillInPlain(text: string, figures: Placeholders): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const figure = getFigure(figures, name)
    if (typeof figure === 'string') return figure
    throw new Error(`{{${name}}} is Markdown, so it cannot be used in a title`)
  })
}

/** Escapes a value of an import or a setting, so that it is shown as it is and never becomes markup. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(MARKUP, String.raw`\$&`)
}

function getFigure(figures: Placeholders, name: string): Figure {
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
  if (figure === undefined) throw new Error(`Unknown placeholder {{${name}}}`)
  return figure
}
