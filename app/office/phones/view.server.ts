import { translation } from '#app/i18n/translation.ts'
import {
  listOpenConflicts,
  type CountedBy,
  type OpenConflict,
} from '#modules/boarding/counts/open-conflicts.server.ts'
import { listDevices, type Device } from '#modules/boarding/devices/devices.server.ts'
import { OFFICE_DEVICE } from '#modules/boarding/package/package.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { dateAndTime } from '#platform/format/moments.ts'
import { clockTime } from '#platform/time.ts'

const MAX_PHONES = 200
const MAX_CONFLICTS = 50

export type PhoneRow = {
  deviceNo: number
  /** "Phone 3 · Android" */
  name: string
  usedBy: string
  seen: string
  list: string
  state: string
  isBlocked: boolean
}

export type ConflictRow = {
  bookingId: string
  departureId: string
  tooMany: number
  text: string
  bus: string
  /** Each count in words. */
  counts: { key: string; text: string }[]
}

export type PhonesView = { phones: PhoneRow[]; conflicts: ConflictRow[] }

/** The phones at the door, and the parties of which more were let aboard than they have. */
export async function showPhones(): Promise<PhonesView> {
  const [devices, conflicts] = await Promise.all([
    listDevices(MAX_PHONES),
    listOpenConflicts(MAX_CONFLICTS),
  ])
  const names = await listStaffNames(devices.flatMap(({ staffId }) => staffId ?? []))
  const stopIds = conflicts.flatMap((one) => [one.firstStopId, one.lastStopId])
  const stops = await getStops(translation().locale, stopIds)
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  return {
    phones: devices.map((device) => toPhone(device, names)),
    conflicts: conflicts.map((conflict) => toConflict(conflict, nameOf)),
  }
}

function toPhone(device: Device, names: ReadonlyMap<string, string>): PhoneRow {
  const { locale, messages } = translation()
  const { phones } = messages.office
  const { deviceNo, kind, staffId, lastSeenAt, listMadeAt, revokedAt } = device
  return {
    deviceNo,
    name: [phones.numbered(deviceNo), kind].filter(Boolean).join(' · '),
    usedBy: names.get(staffId ?? '') ?? phones.nobody,
    seen: dateAndTime(lastSeenAt, locale),
    list: listMadeAt ? dateAndTime(listMadeAt, locale) : phones.noList,
    state: revokedAt ? phones.blocked(dateAndTime(revokedAt, locale)) : phones.trusted,
    isBlocked: revokedAt !== null,
  }
}

function toConflict(conflict: OpenConflict, nameOf: (stopId: string) => string): ConflictRow {
  const { locale, messages } = translation()
  const { phones, departures } = messages.office
  const { bookingId, departureId, ticketNumber, people, tooMany, counts } = conflict
  const way = departures.way(nameOf(conflict.firstStopId), nameOf(conflict.lastStopId))
  return {
    bookingId,
    departureId,
    tooMany,
    text: phones.conflict(ticketNumber, tooMany, people),
    bus: phones.bus(dateAndTime(conflict.leavesAt, locale), way),
    counts: counts.map(sayCount),
  }
}

function sayCount({ deviceNo, seq, boarded, scannedAt }: CountedBy): ConflictRow['counts'][number] {
  const { phones } = translation().messages.office
  const by = deviceNo === OFFICE_DEVICE ? phones.office : phones.numbered(deviceNo)
  return { key: `${deviceNo} ${seq}`, text: phones.count(boarded, by, clockTime(scannedAt)) }
}
