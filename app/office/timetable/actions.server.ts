import { notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused, type Press } from '#app/office/act.server.ts'
import {
  discardDraft,
  makeDraft,
  previewAgain,
  restoreEdition,
  scheduleDraft,
  unscheduleDraft,
  type MakeOutcome,
} from '#modules/gtfs/draft/drafts.server.ts'
import * as paths from '#paths'
import { UUID } from '#platform/ids.ts'
import { oneLine } from '#platform/text/lines.ts'
import { readLocalMoment } from '#platform/typed-time.ts'

/** Makes drafts: of a file, or of a timetable that was published before. */
export const timetableAction = officeAction('/office/timetable', {
  async upload({ form, by, now }) {
    const file = form.get('feed')
    const feed = file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0)
    const made = await makeDraft({ name: oneLine(textIn(form, 'name')), feed, by, now })
    return toDraft(made, form)
  },
  async restore({ form, by, now }) {
    const importId = textIn(form, 'edition')
    if (!UUID.test(importId)) throw notFound()
    const made = await restoreEdition({ importId, by, now })
    return made ? toDraft(made, form) : refuse('content', 'not-kept', form)
  },
})

/** Previews, schedules, publishes or deletes a draft. */
export const draftAction = officeAction('/office/timetable/:id', {
  async preview(press) {
    const outcome = await previewAgain(actingOf(press))
    return outcome.ok ? toPage(press) : refuse('content', outcome.reason, press.form)
  },
  async publish(press) {
    const { form } = press
    const typed = textIn(form, 'at')
    const at = readLocalMoment(typed)
    if (typed !== '' && !at) return refuse('at', 'moment-unreadable', form)
    const takeOffSale = textIn(form, 'take-off-sale') === 'yes'
    const outcome = await scheduleDraft({ ...actingOf(press), at, takeOffSale })
    if (outcome.ok) return toPage(press)
    return refuse(FIELDS[outcome.reason] ?? 'content', outcome.reason, form)
  },
  async unschedule(press) {
    const outcome = await unscheduleDraft(actingOf(press))
    return outcome.ok ? toPage(press) : refuse('content', outcome.reason, press.form)
  },
  async discard(press) {
    const outcome = await discardDraft(actingOf(press))
    return outcome.ok
      ? done(paths.officeTimetable())
      : refuse('content', outcome.reason, press.form)
  },
})

type Reason = keyof ReturnType<typeof translation>['messages']['office']['timetable']['refusals']

const FIELDS: Partial<Record<Reason, string>> = {
  'name-missing': 'name',
  'file-missing': 'feed',
  'in-the-past': 'at',
  'takes-off-sale': 'take-off-sale',
}

function actingOf({ params, by, now }: Press) {
  return { draftId: draftIdOf(params), by, now }
}

function draftIdOf({ id = '' }: Press['params']): string {
  if (!UUID.test(id)) throw notFound()
  return id
}

function toPage({ params }: Press) {
  return done(paths.officeDraft(draftIdOf(params)))
}

function toDraft(made: MakeOutcome, form: FormData) {
  if (made.ok) return done(paths.officeDraft(made.draftId))
  return refuse(FIELDS[made.reason] ?? 'content', made.reason, form)
}

function refuse(fieldId: string, reason: Reason, form: FormData) {
  const { refusals } = translation().messages.office.timetable
  return refused([{ fieldId, sentence: refusals[reason] }], form)
}
