import { translation } from '#app/i18n/translation.ts'
import { placesOf, type Vehicle } from '#modules/fleet/vehicle.ts'

/** A vehicle in a list to choose from: plate and the places that it sells. */
export function nameVehicle(vehicle: Vehicle): string {
  const { option, places } = translation().messages.office.vehicles
  const { seats, wheelchairPlaces } = placesOf(vehicle)
  return option(vehicle.plate, places(seats, wheelchairPlaces))
}
