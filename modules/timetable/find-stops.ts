import { fold, skeleton } from './spelling.ts'

/** What can be chosen as "from" or "to": a stop, or an area that stands for several stops. */
export type Place = {
  kind: 'stop' | 'area'
  /** What it is exactly: the stop_id or area_id of the feed, such as LCA. */
  code: string
  /** The stops it stands for: one, or all those of the area. */
  stopIds: string[]
  name: string
  shortName: string
  /** For "to Nicosia": null where the feed has no cases. */
  accusative: string | null
  genitive: string | null
  /** A stop's: whether a wheelchair can board; null where nobody knows, and for areas. */
  wheelchairBoarding: boolean | null
  /** All that people call it, for `findPlaces`. */
  terms: string[]
}

type Searchable = { readonly code: string; readonly terms: readonly string[] }

/** Longer texts are nobody's name for a place. */
const MAX_TEXT_LENGTH = 100

/**
 * The places that somebody may mean by what they typed. Who types a code or a whole name means just
 * that place. Otherwise the likeliest come first: by how a name begins, by how a word in it begins,
 * by words of it in any order. Neither accents nor the alphabet matter.
 */
export function findPlaces<Found extends Searchable>(
  places: readonly Found[],
  text: string,
): Found[] {
  if (text.length > MAX_TEXT_LENGTH) return []
  const folded = fold(text)
  const coded = places.filter(({ code }) => fold(code) === folded)
  if (coded.length > 0) return coded // as every link and form of ours does, and no name need be read

  const asked = skeleton(text)
  if (asked === '') return []
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
