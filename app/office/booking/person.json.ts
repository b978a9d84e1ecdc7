import { found, notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { mayTakeExport } from '#modules/accounts/export-for-staff.server.ts'
import { exportByAddress } from '#modules/accounts/export-person.server.ts'
import { findOrderOf } from '#modules/support/find-booking.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/person.json'

export const handle = { shell: 'office' } satisfies Handle

/** All that is kept about the person of a booking; only just after the export was audited. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const order = found(await findOrderOf(params.reference ?? ''))
  const email = found(order.contactEmail).toLowerCase()
  const by = { kind: 'staff', staffId: staffOf(context).staffId } as const
  if (!(await mayTakeExport({ email, by, now: now() }))) throw notFound()
  const person = await exportByAddress(email, translation().locale)
  return new Response(JSON.stringify(person, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="person-${order.reference}.json"`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
