import {
  createContext,
  data,
  redirect,
  type MiddlewareFunction,
  type RouterContextProvider,
} from 'react-router'

import { notFound } from '#app/http/found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import {
  findEntry,
  isGranted,
  PERMISSIONS,
  type OfficeView,
  type Permission,
  type Stop,
  type Stopped,
} from '#app/permissions.ts'
import { askToConfirmByPasskey } from '#modules/staff/keys/passkeys.server.ts'
import { findStaff, hadSession, type SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import { findDemonstrationCode } from '#modules/staff/sign-in/step-up.server.ts'
import * as paths from '#paths'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import { now } from '#platform/clock.server.ts'
import { withOfficeConnections } from '#platform/connection/office-connections.server.ts'
import { UUID } from '#platform/ids.ts'
import { invariant } from '#platform/invariant.ts'
import { localePath, plainPath } from '#platform/locale.ts'

const STAFF = createContext<SignedIn | null>(null)

/** The member of staff who is signed in; every page but the open ones has one. */
export function staffOf(context: Readonly<RouterContextProvider>): SignedIn {
  const staff = findSignedIn(context)
  invariant(staff, 'the guard stands before this page')
  return staff
}

/** The same, or undefined on a page that opens without signing in. */
export function findSignedIn(context: Readonly<RouterContextProvider>): SignedIn | undefined {
  return context.get(STAFF) ?? undefined
}

export function may({ roles }: Pick<SignedIn, 'roles'>, permission: Permission): boolean {
  return isGranted(roles, permission)
}

/**
 * Stands before every page, file and act of the office, and is the only place that decides on the
 * permission to see: no session leads to the log-in, a missing permission is a 403, and an address
 * without an entry in permissions.ts does not exist.
 */
export const guard: MiddlewareFunction<Response> = async (
  { request, context, params, pattern, url },
  next,
) => {
  const entry = findEntry(plainPath(pattern))
  if (!entry) throw notFound()
  const isOfPhone = url.pathname.endsWith(paths.officeBoardingSync())
  const isPoll = isOfPhone || POLLED.test(plainPath(pattern))
  const countsAsAct = entry.see !== 'anybody' && !isPoll
  const isHandingIn = isOfPhone && request.method === 'POST'
  const staff = await findStaff(request, now(), { countsAsAct, isHandingIn })
  if (staff) context.set(STAFF, staff)
  if (entry.see === 'anybody') return withOfficeConnections(next)

  if (!staff) throw await askToLogIn(request, url)
  if (!may(staff, entry.see)) {
    throw await stop(staff, { kind: 'not-allowed', needs: entry.see })
  }
  if (HAS_UUID.test(plainPath(pattern)) && !UUID.test(params.id ?? '')) throw notFound()
  return withOfficeConnections(next)
}

/** What pages ask for by themselves, which is no sign that a person is there. */
const POLLED = /^\/office\/(?:now|timetable\/:id\/state)$/

/** The id of these pages is a uuid, and the database would report any other text as a fault. */
const HAS_UUID = /^\/office\/(?:departures|tills)\/:id/

/**
 * To the log-in. A form that was sent when its session had ended is kept instead, on a page from
 * which it is sent again after the log-in.
 */
async function askToLogIn(request: Request, url: URL) {
  const hadOne = request.method === 'POST' && (await hadSession(request))
  const sent = hadOne && (await readForm(request))
  if (!sent || !sent.ok) return redirect(toLogIn(request, url), 303)
  const stopped = { kind: 'log-in-first', fields: fieldsToKeep(sent.form) } as const
  return data({ stopped } satisfies Stopped, 403)
}

/** The form to be sent again: without proofs, passwords or card numbers. */
export function fieldsToKeep(form: FormData): [string, string][] {
  return [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && isKept(name, value) ? [[name, value]] : [],
  )
}

const PROOFS: ReadonlySet<string> = new Set(['code', 'assertion'])

function isKept(name: string, value: string): boolean {
  const isCard = !UUID.test(value) && maskCardNumbers(value) !== value
  return !PROOFS.has(name) && !name.endsWith('password') && !isCard
}

/** An answer of the office in place of the page, shown by the error boundary of the root. */
export async function stop(staff: SignedIn, stopped: Stop) {
  return data({ stopped, office: await viewOf(staff) } satisfies Stopped, 403)
}

/** The facts about the member in the frame of every page. */
export async function viewOf(staff: SignedIn): Promise<OfficeView> {
  const all = Object.keys(PERMISSIONS) as Permission[]
  return {
    name: staff.name,
    roles: staff.roles,
    permissions: all.filter((permission) => may(staff, permission)),
    shortcuts: staff.shortcuts,
    isConfirmed: isConfirmed(staff),
    passkey: await askToConfirmByPasskey(staff.staffId, now()),
    demonstrationCode: await findDemonstrationCode(staff.staffId, now()),
  }
}

/** A confirmation of level 1 holds this long. */
export const CONFIRMED_MINUTES = 15

/** Whether a confirmation of level 1 in this session still holds. */
export function isConfirmed({ confirmedAt }: Pick<SignedIn, 'confirmedAt'>): boolean {
  if (!confirmedAt) return false
  const until = confirmedAt.add({ minutes: CONFIRMED_MINUTES })
  return Temporal.Instant.compare(now(), until) < 0
}

/** After the log-in the page opens that was asked for. */
function toLogIn(request: Request, url: URL): string {
  const { locale } = translation()
  const asked = plainPath(url.pathname).replace(/\.data$/, '')
  const isPage = request.method === 'GET' && asked !== paths.office()
  const query = isPage ? new URLSearchParams({ next: asked + url.search }) : ''
  return localePath(locale, paths.officeLogin(query))
}
