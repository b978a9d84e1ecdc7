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
  const ofKind = sentences.kinds[view.kind]
  if (is === 'open') {
    const isKept = view.offers.length > 0
    return (
      <div className="stack">
        <p>{view.lacksSpace ? sentences.noSpace.sorry : ofKind.sorry}</p>
        <p>
          <strong>{isKept ? sentences.kept(until) : ofKind.none}</strong>
        </p>
        <p>{silenceInWords(view)}</p>
      </div>
    )
  }
  if (newBus) {
    return (
      <Notice tone="positive" title={sentences.onBus(newBus.date, newBus.times)}>
        {newBus.stop && (
          <p>
            <strong>{newBus.stop}</strong>
          </p>
        )}
        <p>{is === 'moved' ? sentences.ticket : sentences.unasked}</p>
        {is !== 'moved' && view.canRefund && <p>{sentences.unaskedRefund}</p>}
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
        <p>
          <PageLink to={paths.order(manageId)}>{sentences.seeBooking}</PageLink>
        </p>
      </Notice>
    )
  }
  if (is === 'stays') {
    return (
      <Notice tone="positive" title={sentences.staying}>
        <p>{stayingInWords(view)}</p>
        <p>
          <PageLink to={paths.order(manageId)}>{sentences.toBooking}</PageLink>
        </p>
      </Notice>
    )
  }
  if (is === 'cancelled-again') return <p>{sentences.cancelledAgain}</p>
  if (is === 'runs') return <p>{ofKind.runs}</p>
  if (!view.canRefund) return <p>{sentences.ended}</p>
  if (view.lacksSpace) return <p>{sentences.noSpace.over}</p>
  return <p>{sentences.over(formatEuros(view.total, locale))}</p>
}

function silenceInWords({ kind, lacksSpace, movedTo, until }: ChoiceView): string {
  const { kinds, noSpace } = translation().messages.choose
  if (lacksSpace) return noSpace.silence
  return movedTo ? kinds[kind].moves(movedTo, until) : kinds[kind].silence
}

function stayingInWords({ partly, booked }: ChoiceView): string {
  const sentences = translation().messages.choose
  if (partly) return sentences.stayingPartly(partly)
  return booked ? sentences.stayingAtNewTime : sentences.stayingAsBooked
}
