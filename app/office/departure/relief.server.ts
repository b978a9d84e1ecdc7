import { translation } from '#app/i18n/translation.ts'
import type { Departure } from '#modules/dispatch/departure.server.ts'
import { listDutiesOf } from '#modules/fleet/duties.server.ts'
import { findReliefOf } from '#modules/fleet/find-vehicles.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { clockTime } from '#platform/time.ts'

export type ReliefView = {
  /** Null without a relief bus. */
  present: { vehicleId: string; plate: string; dutyId: string | null; driver: string | null } | null
  /** The duties of the day on which the relief bus can be. */
  duties: { dutyId: string; text: string }[]
}

/** The relief bus of a departure, and the drivers who could drive one. */
export async function showRelief({ departureId, serviceDate }: Departure): Promise<ReliefView> {
  const [relief, duties] = await Promise.all([findReliefOf(departureId), listDutiesOf(serviceDate)])
  const others = duties.filter(
    ({ runs }) => !runs.some((run) => run.departureId === departureId && !run.isRelief),
  )
  const names = await listStaffNames(others.flatMap(({ driverId }) => driverId ?? []))
  const { nobody } = translation().messages.office.departure.facts
  const driver = others.find(({ dutyId }) => dutyId === relief?.dutyId)?.driverId ?? ''
  return {
    present: relief
      ? {
          vehicleId: relief.vehicleId,
          plate: relief.plate,
          dutyId: relief.dutyId,
          driver: names.get(driver) ?? null,
        }
      : null,
    duties: others.map(({ dutyId, driverId, startsAt, endsAt }) => {
      const times = `${clockTime(startsAt)}–${clockTime(endsAt)}`
      return { dutyId, text: `${names.get(driverId ?? '') ?? nobody}, ${times}` }
    }),
  }
}
