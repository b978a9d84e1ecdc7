import { found, notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused, type Press } from '#app/office/act.server.ts'
import {
  beginFareDraft,
  discardFareDraft,
  publishFares,
  restoreFares,
  saveFareDraft,
} from '#modules/pricing/fare-drafts.server.ts'
import { findFareDraft } from '#modules/pricing/find-fare-drafts.server.ts'
import * as paths from '#paths'
import { UUID } from '#platform/ids.ts'
import { readDate } from '#platform/typed-time.ts'

import { faresOn } from './grid.ts'
import { raiseRows, readGrid, readPercent, withLaps } from './read-grid.server.ts'

/** Begins drafts: of fares from a day on, or of fares that were published before. */
export const faresAction = officeAction('/office/fares', {
  async begin({ form, by, now }) {
    const begins = readDate(textIn(form, 'begins'))
    if (!begins) return refuse('begins', 'day-unreadable', form)
    const begun = await beginFareDraft({ begins, by, now })
    return begun.ok ? toDraft(begun.draftId) : refuse('begins', begun.reason, form)
  },
  async restore({ form, by, now }) {
    const edition = readNumber(textIn(form, 'edition'))
    if (edition === null) throw notFound()
    const begun = await restoreFares({ edition, by, now })
    return begun.ok ? toDraft(begun.draftId) : refuse('content', begun.reason, form)
  },
})

/** Changes, publishes or deletes a draft. */
export const fareDraftAction = officeAction('/office/fares/:id', {
  save: (press) => save(press),
  async raise(press) {
    const percent = readPercent(textIn(press.form, 'percent'))
    if (percent === undefined) return refuse('percent', 'percent-unreadable', press.form)
    return save(press, percent)
  },
  async publish(press) {
    const { form, seen: entries } = press
    const seen = { edition: readNumber(textIn(form, 'edition')), entries }
    const outcome = await publishFares({ ...actingOf(press), seen })
    return outcome.ok ? done(paths.officeFares()) : refuse('content', outcome.reason, form)
  },
  async discard(press) {
    const outcome = await discardFareDraft(actingOf(press))
    return outcome.ok ? done(paths.officeFares()) : refuse('content', outcome.reason, press.form)
  },
})

async function save(press: Press, percent?: number) {
  const acting = actingOf(press)
  const { form } = press
  const { pairs, fares, draft } = found(await findFareDraft(acting.draftId, acting.now))
  const { wishes, problems } = readGrid(form, pairs)
  if (problems.length > 0) return refused(problems, form)
  if (!draft.begins) return refuse('content', 'no-draft', form)
  const raised = percent ? raiseRows(wishes, percent, form.getAll('row').map(String)) : wishes
  const all = withLaps(raised, faresOn(fares, draft.begins))
  const outcome = await saveFareDraft({ ...acting, wishes: all })
  return outcome.ok ? toDraft(acting.draftId) : refuse('content', outcome.reason, form)
}

type Reasons = ReturnType<typeof translation>['messages']['office']['fares']['refusals']

function refuse(fieldId: string, reason: Exclude<keyof Reasons, 'noAmount'>, form: FormData) {
  const { refusals } = translation().messages.office.fares
  return refused([{ fieldId, sentence: refusals[reason] }], form)
}

function actingOf({ params: { id = '' }, by, now }: Press) {
  if (!UUID.test(id)) throw notFound()
  return { draftId: id, by, now }
}

function toDraft(draftId: string) {
  return done(paths.officeFareDraft(draftId))
}

function readNumber(typed: string): number | null {
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null
}
