/*
 * The order of the stops of a route, derived from its trips. A bus that calls at a stop twice
 * visits it twice: "1 NIC", "2 NIC". A pattern is the visits of one trip in order.
 */

type Pattern = readonly string[]

export function visitsOf(calls: readonly { stopId: string }[]): string[] {
  const visited = new Map<string, number>()
  return calls.map(({ stopId }) => {
    const visit = (visited.get(stopId) ?? 0) + 1
    visited.set(stopId, visit)
    return `${visit} ${stopId}`
  })
}

export function stopOf(visit: string): string {
  return visit.slice(visit.indexOf(' ') + 1)
}

/**
 * One order of stops for patterns that skip different stops: the longest leads, and none of them
 * goes back in it. If there is no such order (see `splitByOrder`), one of them goes back somewhere.
 */
export function mergeStops(given: readonly Pattern[]): string[] {
  const patterns = [...new Map(given.map((pattern) => [pattern.join('\n'), pattern])).values()]
  const remaining = insertInTurn(patterns)
  const earlier = neighboursBefore(patterns)
  const placed = new Set<string>()
  while (remaining.length > 0) {
    const free = remaining.findIndex((visit) => earlier.get(visit)?.isSubsetOf(placed) ?? true)
    const [next = ''] = remaining.splice(Math.max(free, 0), 1)
    placed.add(next)
  }
  return [...placed]
}

/** Puts each stop right behind the one before it, which a later pattern may contradict. */
function insertInTurn(patterns: readonly Pattern[]): string[] {
  const merged: string[] = []
  for (const pattern of patterns.toSorted((one, other) => other.length - one.length)) {
    let place = 0
    for (const visit of pattern) {
      const known = merged.indexOf(visit)
      if (known === -1) merged.splice(place, 0, visit)
      place = (known === -1 ? place : known) + 1
    }
  }
  return merged
}

function neighboursBefore(patterns: readonly Pattern[]): Map<string, Set<string>> {
  const earlier = new Map<string, Set<string>>()
  for (const pattern of patterns) {
    for (const [place, visit] of pattern.entries()) {
      const previous = pattern[place - 1]
      if (previous === undefined) continue
      earlier.set(visit, (earlier.get(visit) ?? new Set()).add(previous))
    }
  }
  return earlier
}

/**
 * Groups the patterns that can share a table: each group has an order that all its patterns keep.
 * Patterns in the other direction, or with only one stop in common, are in another group.
 * `areOneWay` says that the patterns are known to go one way, so that only a contradiction
 * separates them.
 */
export function splitByOrder(patterns: readonly Pattern[], areOneWay: boolean): Pattern[][] {
  const groups: Pattern[][] = []
  for (const pattern of patterns) {
    const fitting = groups.find(
      (group) => (areOneWay || sharesRide(group, pattern)) && keepsOrder([...group, pattern]),
    )
    if (fitting) fitting.push(pattern)
    else groups.push([pattern])
  }
  return groups
}

function sharesRide(group: readonly Pattern[], pattern: Pattern): boolean {
  const known = new Set(group.flat())
  return pattern.filter((visit) => known.has(visit)).length >= 2
}

function keepsOrder(patterns: readonly Pattern[]): boolean {
  const place = new Map(mergeStops(patterns).map((visit, index) => [visit, index]))
  return patterns.every((pattern) =>
    pattern.every((visit, index) => {
      const previous = pattern[index - 1]
      return previous === undefined || (place.get(previous) ?? 0) < (place.get(visit) ?? 0)
    }),
  )
}
