import { fold, skeleton } from './spelling.ts'

/** Something that can be searched for: a stop, or an area of several stops. */
export type Searchable = {
  /** What it is exactly: the stop_id or area_id of the feed. */
  placeId: string
  /** All that people call it, in every language. */
  terms: readonly string[]
}

/** Longer texts are nobody's name for a place. */
const LONGEST_TEXT = 100

/**
 * The places that somebody may mean by what they typed, the likeliest first: by code, by a whole
 * name, by how a name begins, by how a word in it begins, or by words of it in any order. Neither
 * accents nor the alphabet matter.
 */
export function findPlaces<Place extends Searchable>(
  places: readonly Place[],
  text: string,
): Place[] {
  return rank(places, text).map(({ place }) => place)
}

/** The one place that is meant; nothing where two are equally likely. For links such as ?from=larnaka */
export function findPlace<Place extends Searchable>(
  places: readonly Place[],
  text: string,
): Place | undefined {
  const [first, second] = rank(places, text)
  return first?.closeness === second?.closeness ? undefined : first?.place
}

type Ranked<Place> = { place: Place; closeness: number }

function rank<Place extends Searchable>(places: readonly Place[], text: string): Ranked<Place>[] {
  const typed = text.slice(0, LONGEST_TEXT)
  const asked = { folded: fold(typed), skeleton: skeleton(typed) }
  if (asked.skeleton === '') return []
  return places
    .map((place) => ({ place, closeness: closenessOf(place, asked) }))
    .filter(({ closeness }) => closeness > 0)
    .toSorted((one, other) => other.closeness - one.closeness)
}

type Asked = { folded: string; skeleton: string }

function closenessOf({ placeId, terms }: Searchable, asked: Asked): number {
  if (fold(placeId) === asked.folded) return 5
  const names = terms.map(skeleton)
  if (names.includes(asked.skeleton)) return 4
  if (names.some((name) => name.startsWith(asked.skeleton))) return 3
  if (names.some((name) => name.includes(` ${asked.skeleton}`))) return 2
  const words = asked.skeleton.split(' ')
  const hasAll = names.some((name) => words.every((word) => ` ${name}`.includes(` ${word}`)))
  return hasAll ? 1 : 0
}
