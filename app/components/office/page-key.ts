/*
 * The last row of a list in the address of the page after it: when its bus leaves, and its id.
 * Rows by time that came or went meanwhile neither repeat nor hide another.
 */

const KEY = /^(?<at>\d{1,15})_(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

type Key<Name extends string> = { departsAt: Temporal.Instant } & Record<Name, string>

export function writeKey(departsAt: Temporal.Instant, id: string): string {
  return `${departsAt.epochMilliseconds}_${id}`
}

/** The id goes by the name that the list has for it. Undefined for anything else, which is the first page. */
export function readKey<Name extends string>(
  text: string | null,
  name: Name,
): Key<Name> | undefined {
  const { at, id } = KEY.exec(text ?? '')?.groups ?? {}
  if (!at || !id) return undefined
  const departsAt = Temporal.Instant.fromEpochMilliseconds(Number(at))
  return { departsAt, [name]: id } as Key<Name>
}
