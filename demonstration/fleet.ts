import { addDuty, addToDuty, giveVehicle, saveDuty } from '#modules/fleet/change-duty.server.ts'
import { copyDuties } from '#modules/fleet/copy-duties.server.ts'
import type { DriverDetails } from '#modules/fleet/driver.ts'
import { addAbsence, listDrivers, saveDriver } from '#modules/fleet/drivers.server.ts'
import { listDutiesOf, listOnNoDuty } from '#modules/fleet/duties.server.ts'
import type { DutyRun } from '#modules/fleet/duty.ts'
import { listVehicles } from '#modules/fleet/find-vehicles.server.ts'
import type { VehicleContent } from '#modules/fleet/vehicle.ts'
import { addVehicle } from '#modules/fleet/vehicles.server.ts'
import { listDemonstrationDrivers } from '#modules/staff/sign-in/demonstration.server.ts'
import type { Actor } from '#platform/actor.ts'
import { countEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus, isBefore, TIME_ZONE } from '#platform/time.ts'

import { diceOf } from './dice.ts'
import { planDuties, READY_MINUTES } from './plan-duties.ts'

/* The fleet of the demonstration. Each part looks first whether it was done already. */

/** Plates of the Republic: three letters and three digits. */
const COACHES = [
  'KAA 104',
  'KAB 217',
  'KBT 338',
  'KCE 452',
  'KDH 519',
  'KEK 640',
  'KFP 771',
  'KGM 805',
  'KHN 826',
  'KJL 910',
  'KKR 933',
]
const MIDICOACHES = ['LAB 126', 'LCD 248', 'LEF 371']
const IN_WORKSHOP = 'LEF 371'

type FleetDay = {
  day: Temporal.PlainDate
  /** The next bus after this moment goes to the driver as whom visitors can enter. */
  present: Temporal.Instant
}

/** Vehicles, what is known of the drivers, and the duties of this day and of the next. */
export async function planFleet({ day, present }: FleetDay, by: Actor): Promise<void> {
  await buyVehicles(day, by)
  await askDrivers(day, by)
  await planDay({ day, present }, by)
  const copying = { from: day, to: day.add({ days: 1 }), driverIds: listDemonstrationDrivers() }
  await copyDuties({ ...copying, by, now: now() })
}

async function buyVehicles(day: Temporal.PlainDate, by: Actor): Promise<void> {
  const known = (await listVehicles()).map(({ plate }) => plate)
  const plates = [...COACHES, ...MIDICOACHES].filter((plate) => !known.includes(plate))
  for (const plate of plates) {
    await addVehicle({ content: vehicleOf(plate, day), by, now: now() })
  }
}

function vehicleOf(plate: string, day: Temporal.PlainDate): VehicleContent {
  const isLarge = COACHES.includes(plate)
  const [from, until] = [8, 17].map((hour) =>
    day
      .add({ days: hour === 17 ? 2 : 0 })
      .toZonedDateTime({ timeZone: TIME_ZONE, plainTime: Temporal.PlainTime.from({ hour }) })
      .toInstant(),
  )
  const isAway = plate === IN_WORKSHOP && from && until
  return {
    plate,
    name: isLarge
      ? `Coach ${COACHES.indexOf(plate) + 1}`
      : `Midi ${MIDICOACHES.indexOf(plate) + 1}`,
    seats: isLarge ? 50 : 30,
    wheelchairPlaces: 1,
    hasLift: true,
    state: isAway ? 'workshop' : 'in-service',
    workshop: isAway ? { from, until } : null,
  }
}

async function askDrivers(day: Temporal.PlainDate, by: Actor): Promise<void> {
  const ids = listDemonstrationDrivers()
  const known = await listDrivers(ids, now())
  for (const [place, staffId] of ids.entries()) {
    if (known.get(staffId)?.phone) continue
    const seen = await countEntries(`driver:${staffId}`)
    await saveDriver({ staffId, seen, details: detailsOf(place, day), by, now: now() })
  }
  const last = ids.at(-1) ?? ''
  if (known.get(last)?.absences.length) return
  const away = { fromOn: day.add({ days: 3 }), untilOn: day.add({ days: 9 }) }
  const seen = await countEntries(`driver:${last}`)
  await addAbsence({ staffId: last, seen, ...away, by, now: now() })
}

function detailsOf(place: number, day: Temporal.PlainDate): DriverDetails {
  const dice = diceOf(`driver ${place}`)
  const more = [
    [],
    ['russian'],
    ['german'],
    ['english', 'russian'],
    ['english'],
    ['english', 'romanian'],
  ] as const
  return {
    languages: ['greek', ...(more[dice(more.length)] ?? [])],
    phone: `+35799${100_000 + dice(800_000)}`,
    licenceUntil: day.add({ days: 40 + dice(1500) }),
  }
}

async function planDay({ day, present }: FleetDay, by: Actor): Promise<void> {
  const busy = (await listDutiesOf(day)).map(({ driverId }) => driverId)
  const ids = listDemonstrationDrivers().filter((staffId) => !busy.includes(staffId))
  const vehicles = await listVehicles()
  const planned = nextFirst(planDuties(await listOnNoDuty(day)), present)
  for (const [place, runs] of planned.entries()) {
    const [first, last] = [runs[0], runs.at(-1)]
    if (!first || !last) continue
    const startsAt = first.from.subtract({ minutes: READY_MINUTES })
    const driverId = ids[place] ?? null
    const times = { startsAt, endsAt: last.until.add({ minutes: READY_MINUTES }) }
    const added = await addDuty({ serviceDate: day, driverId, ...times, by, now: now() })
    if (!added.ok) continue
    const { dutyId } = added
    for (const { departureId } of runs) await addToDuty({ dutyId, departureId, by, now: now() })
    for (const { vehicleId } of vehicles) {
      const given = await giveVehicle({ dutyId, vehicleId, by, now: now() })
      if (given.ok || given.reason === 'vehicle-unchanged') break
    }
  }
}

/** The duties, beginning with the one of the next bus after this moment. */
function nextFirst(duties: DutyRun[][], present: Temporal.Instant): DutyRun[][] {
  const [next] = duties
    .flat()
    .filter(({ from }) => isBefore(present, from))
    .toSorted((one, other) => Temporal.Instant.compare(one.from, other.from))
  const isNext = (runs: DutyRun[]) => runs.some((run) => run === next)
  return [...duties.filter(isNext), ...duties.filter((runs) => !isNext(runs))]
}

/** The driver of a duty that begins within some hours calls in ill; nobody else is found yet. */
export async function loseDriver(by: Actor): Promise<void> {
  const today = dateInCyprus(now())
  const days = [await listDutiesOf(today), await listDutiesOf(today.add({ days: 1 }))].flat()
  const [loggedIn] = listDemonstrationDrivers()
  const soon = days
    .filter(({ runs }) => runs.some(isWithin(1, 8)))
    .filter(({ driverId }) => driverId !== loggedIn)
  if (soon.length === 0 || soon.some(({ driverId }) => driverId === null)) return
  const [chosen] = soon.toSorted((one, other) =>
    Temporal.Instant.compare(other.startsAt, one.startsAt),
  )
  if (!chosen) return
  const { dutyId, startsAt, endsAt } = chosen
  await saveDuty({ dutyId, driverId: null, startsAt, endsAt, by, now: now() })
}

function isWithin(fromHours: number, untilHours: number) {
  const [from, until] = [fromHours, untilHours].map((hours) => now().add({ hours }))
  return (run: DutyRun) => from && until && isBefore(from, run.from) && isBefore(run.from, until)
}
