const FRONT_MATTER = /^---\n(?<head>[\s\S]*?)\n---\n/
const REQUIRED = ['title', 'description'] as const

export type FrontMatter = Record<(typeof REQUIRED)[number], string>

/**
 * The lines between the two rules at the top of a text: its title, and its description for search
 * engines.
 *
 * @throws when one of them is missing, or there is another
 */
export function splitFrontMatter(source: string): FrontMatter & { body: string } {
  const text = source.replaceAll('\r\n', '\n')
  const found = FRONT_MATTER.exec(text)
  const lines = found?.groups?.head?.split('\n') ?? []
  const entries = lines.map((line) => [line.slice(0, line.indexOf(':')), afterColon(line)] as const)
  const { title, description, ...others } = Object.fromEntries(entries)
  if (!found || !title || !description) throw new Error('A text begins with title and description')
  const [other] = Object.keys(others)
  if (other !== undefined) throw new Error(`Unknown entry "${other}" at the top of a text`)
  return { title, description, body: text.slice(found[0].length) }
}

function afterColon(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim()
}
