import { translation } from '#app/i18n/translation.ts'
import { absolute, Structured } from '#app/ui/structured.tsx'
import { company } from '#operator'
import { localePath } from '#platform/locale.ts'

type BusStop = { name: string; latitude: number; longitude: number }

/** A bookable departure, with machine-readable times and the fare as "9.00". */
export type SoldTrip = {
  departsAt: string
  arrivesAt: string
  price: string
  saleEndsAt: string
  /** The path for booking it, without a language. */
  to: string
}

type BusTripsProps = {
  code: string
  name: string
  from: BusStop
  to: BusStop
  trips: readonly SoldTrip[]
}

/** Structured data about the next departures of a route, for search engines. */
export function BusTrips({ code, name, from, to, trips }: BusTripsProps) {
  const { locale } = translation()
  const provider = {
    '@type': 'Organization',
    '@id': absolute('/#organization'),
    name: company().name,
  }
  return (
    <Structured
      about={{
        '@graph': trips.map((trip) => ({
          '@type': 'BusTrip',
          name,
          busNumber: code,
          provider,
          departureBusStop: toStop(from),
          arrivalBusStop: toStop(to),
          departureTime: trip.departsAt,
          arrivalTime: trip.arrivesAt,
          offers: {
            '@type': 'Offer',
            price: trip.price,
            priceCurrency: 'EUR',
            availability: 'https://schema.org/InStock',
            validThrough: trip.saleEndsAt,
            url: absolute(localePath(locale, trip.to)),
          },
        })),
      }}
    />
  )
}

function toStop({ name, latitude, longitude }: BusStop) {
  return { '@type': 'BusStop', name, geo: { '@type': 'GeoCoordinates', latitude, longitude } }
}
