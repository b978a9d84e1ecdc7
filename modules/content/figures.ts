/** What a text is handed: words that stand for themselves, or a piece of Markdown such as a table. */
export type Figure = string | { markdown: string }
export type Placeholders = Readonly<Record<string, Figure>>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
/** What would be read as Markdown, or as the beginning of HTML, wherever in a line it stands. */
const MARKUP = /[\\`*_[\]<>|~&]/g

/** The names in `{{…}}`, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
}

/** @throws when the text asks for a figure that nobody hands in */
export function fillInMarkdown(text: string, figures: Placeholders): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const figure = getFigure(figures, name)
    return typeof figure === 'string' ? escapeMarkdown(figure) : figure.markdown
  })
}

/** The same for text that is not Markdown, such as a title. */
export function fillInPlain(text: string, figures: Placeholders): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const figure = getFigure(figures, name)
    if (typeof figure === 'string') return figure
    throw new Error(`{{${name}}} is more than words, so it cannot stand in a title`)
  })
}

/** So that what an import or a setting says is shown as it is, and never becomes markup. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(MARKUP, String.raw`\$&`)
}

function getFigure(figures: Placeholders, name: string): Figure {
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
  if (figure === undefined) throw new Error(`Nobody hands in a figure of the name {{${name}}}`)
  return figure
}
