import type { Messages } from '#app/i18n/en.ts'

import { audit } from './office/audit.ts'
import { boarding } from './office/boarding.ts'
import { booking } from './office/booking.ts'
import { changes } from './office/changes.ts'
import { checks } from './office/checks.ts'
import { company } from './office/company.ts'
import { departure } from './office/departure.ts'
import { departures } from './office/departures.ts'
import { differences } from './office/differences.ts'
import { drivers } from './office/drivers.ts'
import { duties } from './office/duties.ts'
import { extraBus } from './office/extra-bus.ts'
import { fares } from './office/fares.ts'
import { find } from './office/find.ts'
import { inbox } from './office/inbox.ts'
import { incidentMany } from './office/incident-many.ts'
import { incidents } from './office/incidents.ts'
import { login } from './office/login.ts'
import { manifest } from './office/manifest.ts'
import { me } from './office/me.ts'
import { money } from './office/money.ts'
import { notices } from './office/notices.ts'
import { phones } from './office/phones.ts'
import { reports } from './office/reports.ts'
import { roles } from './office/roles.ts'
import { sell } from './office/sell.ts'
import { shell } from './office/shell.ts'
import { staff } from './office/staff.ts'
import { till, tills } from './office/till.ts'
import { timetable } from './office/timetable.ts'
import { today } from './office/today.ts'
import { vehicles } from './office/vehicles.ts'

export const office: Messages['office'] = {
  audit,
  boarding,
  booking,
  changes,
  checks,
  company,
  departure,
  departures,
  differences,
  drivers,
  duties,
  extraBus,
  fares,
  find,
  inbox,
  incidentMany,
  incidents,
  login,
  manifest,
  me,
  money,
  notices,
  phones,
  reports,
  roles,
  sell,
  shell,
  staff,
  till,
  tills,
  timetable,
  today,
  vehicles,
}
