import { data } from 'react-router'

import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused, type Press } from '#app/office/act.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/page'
import { acknowledge } from './actions.server.ts'
import { decide } from './approvals.server.ts'
import { Approvals, Given } from './approvals.tsx'
import { LivePart } from './live-part.tsx'
import { Sales, Seats } from './sales.tsx'
import styles from './today.css?inline'
import { showToday } from './view.server.ts'

export const handle = {
  shell: 'office',
  styles,
  hydrate: ['today', 'departures', 'departure', 'shell'],
} satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.today.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  return data(await showToday(staffOf(context), now()), {
    headers: { 'Cache-Control': 'no-store' },
  })
}

export const action = officeAction('/office', {
  async acknowledge(press) {
    const refusal = await acknowledge(press)
    return refusal ? refused([refusal], press.form) : done(paths.office())
  },
  confirm: (press) => answerRequest(press, true),
  refuse: (press) => answerRequest(press, false),
})

async function answerRequest(press: Press, isConfirmed: boolean) {
  const refusal = await decide(press, isConfirmed)
  return refusal ? refused([refusal], press.form) : done(paths.office())
}

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const { live, approvals, given, sales, seats } = loaderData
  return (
    <>
      <h1>{office.today.title}</h1>
      <ErrorSummary title={common.errorSummary} problems={actionData?.problems ?? []} />
      {approvals && <Approvals approvals={approvals} />}
      <LivePart live={live} />
      {given && <Given given={given} />}
      <div className="today-figures">
        {sales && <Sales sales={sales} />}
        <Seats seats={seats} />
      </div>
    </>
  )
}
