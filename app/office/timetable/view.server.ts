import { nameActors } from '#app/components/office/actor-names.server.ts'
import { shortMoment } from '#app/components/office/short-moment.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { describeFinding } from '#modules/gtfs/check/describe-finding.ts'
import type { DraftPreview, DraftState } from '#modules/gtfs/draft/draft.ts'
import { findDraft, listDrafts, listEditions } from '#modules/gtfs/draft/find-drafts.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { isBefore } from '#platform/time.ts'

export type DraftRow = { draftId: string; name: string; stateText: string; made: string }

export type EditionRow = {
  importId: string
  source: string
  published: string
  until: string
  isOnSale: boolean
  isKept: boolean
}

export type TimetableView = { drafts: DraftRow[]; editions: EditionRow[] }

/** The drafts, and the timetables that were published. */
export async function showTimetable(now: Temporal.Instant): Promise<TimetableView> {
  const { locale, messages } = translation()
  const { madeBy } = messages.office.timetable
  const [drafts, editions] = await Promise.all([listDrafts(), listEditions()])
  const makers = drafts.map(({ madeBy: staffId }) => `staff:${staffId}`)
  const nameOf = await nameActors([...makers, ...editions.flatMap(({ actor }) => actor ?? [])])
  const say = (actor: string, when: Temporal.Instant) => madeBy(nameOf(actor), shortMoment(when))
  return {
    drafts: drafts.map((draft) => ({
      draftId: draft.draftId,
      name: draft.name,
      stateText: stateText(draft, now),
      made: say(`staff:${draft.madeBy}`, draft.madeAt),
    })),
    editions: editions.map(
      ({ importId, source, importedAt, timetableUntil, actor, isKept }, place) => ({
        importId,
        source,
        published: actor ? say(actor, importedAt) : shortMoment(importedAt),
        until: dayMonthYear(timetableUntil, locale),
        isOnSale: place === 0,
        isKept: Boolean(isKept),
      }),
    ),
  }
}

type InState = { state: DraftState; publishAt: Temporal.Instant | null }

function stateText({ state, publishAt }: InState, now: Temporal.Instant): string {
  const { states } = translation().messages.office.timetable
  if (state === 'draft') return states.draft
  if (state !== 'scheduled' || !publishAt) return states.published
  return isBefore(now, publishAt) ? states.scheduled(shortMoment(publishAt)) : states.publishing
}

export type ConcernedRow = {
  departureId: string
  leaves: string
  route: string
  people: number
  change: string
}

export type DraftView = {
  draftId: string
  name: string
  state: DraftState
  stateText: string
  /** Why its last publication failed, in a sentence. */
  refusal: string | undefined
  isOld: boolean
  /** A job is at work on it. */
  isBusy: boolean
  /** Null while it is being made. */
  preview: PreviewView | null
}

export type PreviewView = {
  problems: string[]
  warnings: string[]
  effects:
    | (Omit<NonNullable<DraftPreview['effects']>, 'concerned'> & { concerned: ConcernedRow[] })
    | null
}

/** A draft with its preview, in words. */
export async function showDraft(
  draftId: string,
  now: Temporal.Instant,
): Promise<DraftView | undefined> {
  const { published } = translation().messages.office.timetable
  const draft = await findDraft(draftId, now)
  if (!draft) return undefined
  const { name, state, refusal, isOld, isBusy, preview } = draft
  return {
    draftId,
    name,
    state,
    stateText: stateText(draft, now),
    refusal: published[refusal as keyof typeof published],
    isOld,
    isBusy,
    preview: preview && (await inWords(preview)),
  }
}

async function inWords({ problems, warnings, effects }: DraftPreview): Promise<PreviewView> {
  const { locale, messages } = translation()
  const { kinds } = messages.office.timetable.draft
  const routes = await listRouteNames(locale)
  const names = new Map(routes.map(({ routeId, name }) => [routeId, name]))
  return {
    problems: problems.map((one) => describeFinding(one, locale)),
    warnings: warnings.map((one) => describeFinding(one, locale)),
    effects: effects && {
      ...effects,
      until: dayMonthYear(Temporal.PlainDate.from(effects.until), locale),
      concerned: effects.concerned
        .filter(({ people }) => people > 0)
        .map(({ departureId, departsAt, routeId, people, kind }) => ({
          departureId,
          leaves: shortMoment(Temporal.Instant.from(departsAt)),
          route: names.get(routeId) ?? routeId,
          people,
          change: kinds[kind],
        })),
    },
  }
}
