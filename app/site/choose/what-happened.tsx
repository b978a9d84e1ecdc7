import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import type { ChoiceView } from './view.ts'

/** The present state of a choice, in words. */
export function WhatHappened({ view }: { view: ChoiceView }) {
  const { locale, messages } = translation()
  const sentences = messages.choose
  const { is, newBus, until, manageId } = view
  if (is === 'open') {
    const isKept = view.offers.length > 0
    return (
      <div className="stack">
        <p>{sentences.sorry}</p>
        <p>
          <strong>{isKept ? sentences.kept(until) : sentences.none}</strong>
        </p>
        <p>{view.movedTo ? sentences.moves(view.movedTo, until) : sentences.silence}</p>
      </div>
    )
  }
  if (newBus) {
    return (
      <Notice tone="positive" title={sentences.onBus(newBus.date, newBus.times)}>
        <p>{is === 'moved' ? sentences.ticket : sentences.unasked}</p>
        <p>
          <PageLink to={paths.order(manageId)}>{sentences.toBooking}</PageLink>
        </p>
      </Notice>
    )
  }
  if (is === 'refunded') {
    return (
      <Notice tone="positive" title={sentences.refunded}>
        <p>{sentences.refundOnItsWay}</p>
      </Notice>
    )
  }
  if (is === 'runs') return <p>{sentences.runs}</p>
  return <p>{view.canRefund ? sentences.over(formatEuros(view.total, locale)) : sentences.ended}</p>
}
