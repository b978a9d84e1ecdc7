import { PageLink } from '#app/components/page-link.tsx'
import type { MapView } from '#app/components/route-map/make-map.ts'
import { LineSample, RouteMap } from '#app/components/route-map/route-map.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Price } from '#app/ui/parts.tsx'
import * as paths from '#paths'

type Destination = {
  routeId: string
  name: string
  destination: string
  duration: string | null
  fareFrom: string | null
  /** The look of its line on the map; null for a route that leaves the island. */
  look: number | null
}

type DestinationsProps = {
  island: {
    map: MapView
    from: { anchor: string; from: string; routes: Destination[] }[]
    area: { name: string; stopIds: string[] } | null
    stopLinks: Record<string, string>
  }
  /** Links to more. */
  children: React.ReactNode
}

/** The destinations: the map, and all of its routes as a list by origin. */
export function Destinations({ island, children }: DestinationsProps) {
  const { home, map } = translation().messages
  const { from, area, stopLinks } = island
  const names = nameLines(from)
  return (
    <div className="destinations">
      <RouteMap
        map={island.map}
        title={map.title}
        description={map.describe(names)}
        stopLink={(stopId) => stopLinks[stopId] ?? paths.timetables()}
        area={area ?? undefined}
      />
      <div className="where">
        {from.map(({ anchor, from: place, routes }) => (
          <section key={anchor} id={anchor}>
            <h3>{home.nextDeparturesFrom(place)}</h3>
            <ul>
              {routes.map((route) => (
                <DestinationRow key={route.routeId} route={route} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {children}
    </div>
  )
}

/** The lines of the map by name, each once: the way back is on the same line. */
function nameLines(from: DestinationsProps['island']['from']): string[] {
  const named = new Set<string>()
  return from.flatMap(({ from: place, routes }) =>
    routes.flatMap(({ destination, name }) => {
      if (named.has(`${destination} – ${place}`)) return []
      named.add(`${place} – ${destination}`)
      return name
    }),
  )
}

function DestinationRow({ route }: { route: Destination }) {
  const { routeId, name, destination, duration, fareFrom, look } = route
  return (
    <li>
      {look && <LineSample look={look} />}
      <PageLink to={paths.timetable(routeId)} aria-label={name}>
        {destination}
      </PageLink>
      <span className="soft">{duration}</span>
      <Price>{fareFrom}</Price>
    </li>
  )
}
