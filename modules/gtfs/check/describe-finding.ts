import type { Finding } from '#modules/gtfs/feed/findings.ts'
import { say } from '#modules/gtfs/words/sentences.ts'
import { findingWords } from '#modules/gtfs/words/words.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import type { Locale } from '#platform/locale.ts'

/** "stops.txt, line 3: stop_lat is “north”, which is not a number of degrees." */
export function describeFinding(finding: Finding, locale: Locale = MAIN_LOCALE): string {
  const words = findingWords(locale)
  const found = shortened(finding)
  const { file, line } = found
  const place = line === null ? file : `${file}, ${words.line(line)}`
  return printable(`${place}: ${say(words.findings, found)}`)
}

const MAX_SHOWN = 80

/** A value of a feed may be long. */
function shortened(finding: Finding): Finding {
  const facts = Object.entries(finding).map(([name, fact]: [string, unknown]) => [
    name,
    typeof fact === 'string' && fact.length > MAX_SHOWN ? `${fact.slice(0, MAX_SHOWN)}…` : fact,
  ])
  return Object.fromEntries(facts) as Finding
}

/** A value may contain control characters, which a terminal obeys. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
