import { data, redirectDocument } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import { Retimed } from '#app/components/ride/retimed.tsx'
import { readTimesSeen } from '#app/components/ride/times-seen.ts'
import { found, notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { rememberHolder } from '#app/http/holder-cookie.server.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Facts, Price } from '#app/ui/parts.tsx'
import { payByLink } from '#modules/sales/pay-link.server.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

import type { Route } from './+types/page'
import styles from './pay.css?inline'
import { showLink, type PayLinkView } from './view.server.ts'

/** Each press asks the provider for a page. */
const PAYMENTS = { name: 'pay-link', tries: 30, triesOfAddress: 120, seconds: 600 }

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.payLink.title) }]

/** Only a press opens the payment page, since programs that check mail follow its links too. */
export async function loader({ params }: Route.LoaderArgs) {
  return found(await showLink(params.id, now()))
}

export async function action({ request, params }: Route.ActionArgs) {
  const sent = await readForm(request, PAYMENTS)
  if (!sent.ok) return data({ problems: sent.problems }, 422)
  const { locale } = translation()
  const opened = await payByLink({
    manageId: params.id,
    timesSeen: readTimesSeen(sent.form),
    locale,
    origin: siteOrigin(),
    now: now(),
  })
  if (opened.ok) {
    const headers = { 'Set-Cookie': rememberHolder(params.id) }
    return redirectDocument(opened.goTo, { status: 303, headers })
  }
  if (opened.reason === 'no-such-link') throw notFound()
  // The page itself says so.
  if (opened.reason === 'link-over' || opened.reason === 'cart-empty') {
    return redirectDocument(localePath(locale, paths.payLink(params.id)), 303)
  }
  const refusal: Refusal =
    opened.reason === 'contact' ||
    opened.reason === 'wheelchairs' ||
    opened.reason === 'fares-changed'
      ? { ok: false, reason: 'too-late-to-pay' }
      : opened
  const sentence = explain(translation().messages.refusals, refusal)
  return data({ problems: [{ fieldId: 'pay', sentence }] }, 422)
}

export default function PayByLink({ loaderData, actionData }: Route.ComponentProps) {
  const { common, payLink } = translation().messages
  const title = {
    payable: payLink.title,
    paid: payLink.paidTitle,
    over: payLink.overTitle,
  }[loaderData.is]
  return (
    <div className="wrap section stack stack-large">
      <h1>{title}</h1>
      <ErrorSummary title={common.errorSummary} problems={actionData?.problems ?? []} />
      {loaderData.is === 'payable' && <Payable sale={loaderData} />}
      {loaderData.is === 'paid' && <p>{payLink.paid}</p>}
      {loaderData.is === 'over' && <p>{payLink.over(company().phone)}</p>}
    </div>
  )
}

function Payable({ sale }: { sale: Extract<PayLinkView, { is: 'payable' }> }) {
  const { locale, messages } = translation()
  const { payLink, findBooking } = messages
  const { reference, payBy, total, rides } = sale
  const price = formatEuros(total, locale)
  return (
    <form method="post" className="card stack">
      <p>{payLink.until(payBy)}</p>
      {rides.map(({ bookingId, retimed }) => {
        return retimed && <Retimed key={bookingId} bookingId={bookingId} retimed={retimed} />
      })}
      <Facts
        facts={[
          { name: findBooking.reference, value: reference },
          ...rides.map(({ title, when }) => ({ name: title, value: when })),
          { name: payLink.total, value: <Price large>{price}</Price> },
        ]}
      />
      <p>
        {payLink.accept} <PageLink to={paths.terms()}>{payLink.terms}</PageLink>.
      </p>
      <div className="row">
        <Button kind="action" id="pay">
          {payLink.pay(price)}
        </Button>
      </div>
      <p className="soft small">{payLink.next}</p>
    </form>
  )
}
