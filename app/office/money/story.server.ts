import { reasonInWords } from '#app/components/office/act-in-words.ts'
import { nameActors } from '#app/components/office/actor-names.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { MoneyStory } from '#modules/support/find-payment-history.server.ts'
import * as paths from '#paths'
import { inCyprus } from '#platform/time.ts'

import { euros, moment } from './view.server.ts'
import type { StoryEvent, StoryView } from './view.ts'

/** Everything recorded about the money of a booking. */
export async function showStory(story: MoneyStory): Promise<StoryView> {
  const {
    paymentStates,
    refundStates,
    refundReasons,
    accounts,
    story: words,
  } = translation().messages.office.money
  const { order, payments, refunds, ledger } = story
  return {
    reference: order.reference,
    payments: payments.map(({ paymentId, state, capturedCents, amountCents, createdAt }) => ({
      id: paymentId,
      to: paths.officePayment(paymentId),
      state: paymentStates[state],
      sums: `${euros(capturedCents)} / ${euros(amountCents)}`,
      time: moment(createdAt),
    })),
    refunds: refunds.map(({ refundId, state, amountCents, reason, requestedAt }) => ({
      id: refundId,
      to: paths.officeMoneyRefund(refundId),
      state: refundStates[state],
      amount: euros(amountCents),
      reason: refundReasons[reason],
      time: moment(requestedAt),
    })),
    ledger: ledger.map(({ eventId, account, amountCents, enteredAt }) => ({
      key: `${eventId} ${account}`,
      time: moment(enteredAt),
      event: nameOfEvent(eventId),
      account: accounts[account],
      amount: euros(amountCents),
    })),
    events: await listEvents(story, words),
  }
}

/** An event of the ledger in words, by the part before its number. */
function nameOfEvent(eventId: string): string {
  const [event = ''] = eventId.split(':')
  return translation().messages.office.money.story.ledgerEvents[event] ?? event
}

type Words = ReturnType<typeof translation>['messages']['office']['money']['story']

/** Reports of the provider and entries of the audit, in the order of time. */
async function listEvents({ payments, audit }: MoneyStory, words: Words): Promise<StoryEvent[]> {
  const { audit: sentences } = translation().messages.office
  const nameOf = await nameActors(audit.map(({ actor }) => actor))
  const entries = audit.map(({ enteredAt, actor, action, reason }, place) => {
    const what = `${nameOf(actor)}: ${sentences.actions[action] ?? action}`
    return eventAt(enteredAt, {
      key: `a${place}`,
      what,
      ...(reason && { about: reasonInWords(reason) }),
    })
  })
  const notices = payments
    .flatMap((payment) => payment.notices)
    .map(({ noticeId, kind, receivedAt, processedAt }) => {
      const what = words.notice(kind)
      const unread = processedAt ? {} : { about: words.noticeUnread, tone: 'warning' as const }
      return eventAt(receivedAt, { key: noticeId, what, ...unread })
    })
  return [...entries, ...notices]
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
    .map(({ at: _at, ...event }) => event)
}

function eventAt(at: Temporal.Instant, event: Omit<StoryEvent, 'time' | 'dateTime'>) {
  const dateTime = inCyprus(at).toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return { at, time: moment(at), dateTime, ...event }
}
