import { seal } from '#modules/staff/keys/seal.server.ts'
import { newSecret } from '#modules/staff/keys/totp.server.ts'
import { ROLES, type Role } from '#modules/staff/people/roles.ts'
import type { Member } from '#platform/actor.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { callerAddress } from '#platform/requests/request-id.server.ts'
import { env, siteOrigin } from '#platform/settings/env.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { enter } from './log-in.server.ts'

/*
 * The office of a demonstration: one press enters as a member of a role, without a password. It is
 * open on this machine alone, or where OFFICE_DEMONSTRATION says so; live mode never has it.
 */

const NAMES: Record<Role, string> = {
  owner: 'Andreas Ioannou',
  dispatcher: 'Maria Georgiou',
  seller: 'Eleni Charalambous',
  accountant: 'Nikos Pavlou',
  driver: 'Giorgos Christou',
  editor: 'Katerina Savva',
  auditor: 'Stelios Michael',
}

/** Further drivers, since a day needs more than one; nobody can enter as one of them. */
const MORE_DRIVERS = [
  'Panayiotis Hadjigeorgiou',
  'Yiannis Kyriacou',
  'Christina Demetriou',
  'Costas Michaelides',
  'Savvas Loizou',
  'Anna Constantinou',
  'Marios Theodorou',
  'Petros Nicolaou',
  'Despo Antoniou',
  'Kyriacos Stylianou',
  'Loukas Panayi',
]

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1']
/** The addresses of a connection from this machine; `inside` stands for no connection at all. */
const FROM_HERE = /^(?:inside|::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/
/** Headers with which a proxy says for whom it asks. */
const FORWARDING =
  /^(?:x-forwarded(?:-.*)?|forwarded|via|(?:x-real|x-client|cf-connecting|true-client)-ip)$/

/**
 * Whether this request may enter without a password. Host, address of the site, address in the request and
 * the connection itself must all be of this machine, and no proxy may have passed the request on.
 */
export function isDemonstrationOffice(request: Request): boolean {
  const { MODE, HOST, OFFICE_DEMONSTRATION } = env()
  if (MODE === 'live') return false
  if (OFFICE_DEMONSTRATION === 'on') return true
  const hosts = [HOST, new URL(siteOrigin()).hostname, new URL(request.url).hostname]
  // Without such a header the address of the caller is that of the connection, whatever TRUSTED_PROXIES says.
  const isPassedOn = [...request.headers.keys()].some((name) => FORWARDING.test(name))
  if (isPassedOn || !FROM_HERE.test(callerAddress())) return false
  return hosts.every((host) => LOOPBACK.includes(host))
}

/**
 * Enters as the demonstration's member of a role. The first time adds one of each, since a company
 * without an owner would break I13.
 */
export async function enterDemonstration(request: Request, role: Role, now: Temporal.Instant) {
  if (!isDemonstrationOffice(request) || !ROLES.includes(role)) return undefined
  await addDemonstrationStaff(now)
  return enter(request, idOf(role), 'code', now)
}

/** Adds one member of each role, and further drivers, unless they are there. */
export async function addDemonstrationStaff(now: Temporal.Instant): Promise<void> {
  for (const role of ROLES) await addMember({ staffId: idOf(role), role, name: NAMES[role], now })
  for (const [place, name] of MORE_DRIVERS.entries()) {
    await addMember({ staffId: furtherDriver(place), role: 'driver', name, now })
  }
}

/** The demonstration's member of a role, as the actor of a change. */
export function demonstrationMember(role: Role): Member {
  return { kind: 'staff', staffId: idOf(role) }
}

/** The ids of all drivers of the demonstration. */
export function listDemonstrationDrivers(): string[] {
  return [idOf('driver'), ...MORE_DRIVERS.map((_name, place) => furtherDriver(place))]
}

function idOf(role: Role): string {
  return `demonstration-${role}`
}

function furtherDriver(place: number): string {
  return `${idOf('driver')}-${place + 2}`
}

type NewMember = { staffId: string; role: Role; name: string; now: Temporal.Instant }

async function addMember({ staffId, role, name, now }: NewMember): Promise<void> {
  const secret = await seal('authenticator', { staffId, secret: newSecret() })
  await inTransaction(async (tx) => {
    const member = {
      id: staffId,
      name,
      email: `${staffId.replace('demonstration-', '')}@demonstration.example`,
      emailVerified: true,
      locale: MAIN_LOCALE,
      state: 'active',
      demonstration: true,
      createdAt: now,
      updatedAt: now,
    } as const
    await tx
      .insertInto('staff')
      .values(member)
      .onConflict((known) => known.doNothing())
      .execute()
    const given = { staffId, role, givenBy: 'import:start', givenAt: now }
    await tx
      .insertInto('staffRoles')
      .values(given)
      .onConflict((known) => known.doNothing())
      .execute()
    await tx
      .insertInto('staffAuthenticators')
      .values({ staffId, secret, lastStep: 0, createdAt: now })
      .onConflict((known) => known.doNothing())
      .execute()
  })
}
