import { fold, otherLayout, isTellingSound, skeleton } from '#platform/text/spelling.ts'

/** A choice for "from" or "to": a stop, or an area that stands for several stops. */
export type Place = {
  kind: 'stop' | 'area'
  /** The stop_id or area_id of the feed, such as LCA. */
  code: string
  /** Its stops: one, or all those of the area. */
  stopIds: string[]
  name: string
  shortName: string
  /** For "to Nicosia"; null if the feed has no cases. */
  accusative: string | null
  genitive: string | null
  /** For a stop, whether a wheelchair can board; null if unknown, and for areas. */
  wheelchairBoarding: boolean | null
  /** All names that people use for it, for `findPlaces`. */
  terms: string[]
}

type Searchable = { readonly code: string; readonly terms: readonly string[] }

/** Longer texts are not the name of a place. */
const MAX_TEXT_LENGTH = 100

/**
 * The places that a typed text may mean. A code or a whole name means just that place. Otherwise
 * the likeliest come first: a name that begins with the text, then one with a word that does, then
 * one with all its words in any order. Accents, the alphabet and the layout of the keyboard do not matter.
 */
export function findPlaces<Found extends Searchable>(
  places: readonly Found[],
  text: string,
): Found[] {
  if (text.length > MAX_TEXT_LENGTH) return []
  const folded = fold(text)
  const coded = places.filter(({ code }) => fold(code) === folded)
  if (coded.length > 0) return coded // our links and forms all send a code

  const asTyped = findNamed(places, text)
  return asTyped.length > 0 ? asTyped : findNamed(places, otherLayout(text))
}

function findNamed<Found extends Searchable>(places: readonly Found[], text: string): Found[] {
  const asked = skeleton(text)
  if (asked === '' || !isTellingSound(text)) return []
  const byCloseness = Map.groupBy(places, (place) => closenessOf(place, asked))
  const named = byCloseness.get('is a name')
  return named ?? NOT_EXACTLY.flatMap((closeness) => byCloseness.get(closeness) ?? [])
}

const NOT_EXACTLY = ['begins a name', 'begins a word', 'has all words'] as const
type Closeness = 'is a name' | (typeof NOT_EXACTLY)[number] | 'is nothing of it'

function closenessOf({ terms }: Searchable, asked: string): Closeness {
  const names = terms.map(skeleton)
  if (names.includes(asked)) return 'is a name'
  if (names.some((name) => name.startsWith(asked))) return 'begins a name'
  if (names.some((name) => name.includes(` ${asked}`))) return 'begins a word'
  const words = asked.split(' ')
  const hasAll = names.some((name) => words.every((word) => ` ${name}`.includes(` ${word}`)))
  return hasAll ? 'has all words' : 'is nothing of it'
}
