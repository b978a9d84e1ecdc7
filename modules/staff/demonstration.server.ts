import type { Actor } from '#platform/actor.ts'
import { env, siteOrigin } from '#platform/env.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { enter } from './log-in.server.ts'
import { ROLES, type Role } from './roles.ts'
import { seal } from './seal.server.ts'
import { newSecret } from './totp.server.ts'

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

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1']

/**
 * Whether this request may enter without a password. Host, address of the site and address in the
 * request must all be of this machine: behind a proxy at least one of them is not.
 */
export function isDemonstrationOffice(request: Request): boolean {
  const { MODE, HOST, OFFICE_DEMONSTRATION } = env()
  if (MODE === 'live') return false
  if (OFFICE_DEMONSTRATION === 'on') return true
  const hosts = [HOST, new URL(siteOrigin()).hostname, new URL(request.url).hostname]
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

/** Adds one member of each role, unless they are there. */
export async function addDemonstrationStaff(now: Temporal.Instant): Promise<void> {
  for (const role of ROLES) await addMember(role, now)
}

/** The demonstration's member of a role, as the actor of a change. */
export function demonstrationMember(role: Role): Extract<Actor, { kind: 'staff' }> {
  return { kind: 'staff', staffId: idOf(role) }
}

function idOf(role: Role): string {
  return `demonstration-${role}`
}

async function addMember(role: Role, now: Temporal.Instant): Promise<void> {
  const staffId = idOf(role)
  const secret = await seal('authenticator', { staffId, secret: newSecret() })
  await inTransaction(async (tx) => {
    const member = {
      id: staffId,
      name: NAMES[role],
      email: `${role}@demonstration.example`,
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
