import { nameActors } from '#app/components/office/actor-names.server.ts'
import { shortMoment } from '#app/components/office/short-moment.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FareStep } from '#modules/fares/dated-fares.ts'
import { listFareEditions, type FareEdition } from '#modules/fares/fare-editions.server.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { categoryWords } from '#modules/fares/words/words.ts'
import type { FareDraft, FareEffects } from '#modules/pricing/fare-draft.ts'
import { subjectOfDraft } from '#modules/pricing/fare-drafts.server.ts'
import {
  findFareDraft,
  findFarePlan,
  listFareDrafts,
} from '#modules/pricing/find-fare-drafts.server.ts'
import type { RidePair } from '#modules/timetable/ride-pairs.server.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { actorText } from '#platform/actor.ts'
import { countEntries } from '#platform/audit.server.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { cents, decimalEuros, formatEuros } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'
import { readDate } from '#platform/typed-time.ts'

import { faresOn, fieldOf, idOf, pairRows, PAYING, type FareOf, type PairRow } from './grid.ts'

/** A row of a table of fares, with a text for each paying category. */
export type FareRow = { id: string; name: string; texts: Record<PassengerCategory, string> }

export type FaresView = {
  /** The day whose fares are shown, as a field for dates has it. */
  on: string
  onText: string
  rows: FareRow[]
  /** The days to come from which some fare is another. */
  later: { day: string; text: string }[]
  drafts: { draftId: string; name: string; made: string }[]
  editions: EditionRow[]
}

export type EditionRow = { edition: number; what: string; made: string; isInForce: boolean }

/** The fares of a day, and what is being prepared and was published. */
export async function showFares(asked: string | null, now: Temporal.Instant): Promise<FaresView> {
  const { locale, messages } = translation()
  const { madeBy, notSold } = messages.office.fares
  const today = dateInCyprus(now)
  const on = readDate(asked) ?? today
  const [{ fares, pairs }, drafts, editions] = await Promise.all([
    findFarePlan(),
    listFareDrafts(),
    listFareEditions(),
  ])
  const nameOf = await namePairs(pairs)
  const fareOf = faresOn(fares, on)
  const makers = drafts.map(({ madeBy: staffId }) => memberText(staffId))
  const nameOfActor = await nameActors([...makers, ...editions.map((one) => one.madeBy)])
  const say = (actor: string, when: Temporal.Instant) =>
    madeBy(nameOfActor(actor), shortMoment(when))
  const begun = fares.filter(({ validFrom }) => Temporal.PlainDate.compare(validFrom, today) > 0)
  const days = [...new Set(begun.map(({ validFrom }) => validFrom.toString()))].toSorted()
  return {
    on: on.toString(),
    onText: dayMonthYear(on, locale),
    rows: pairRows(pairs, textsOf(fareOf)).map((row) => ({
      id: idOf(row.pair),
      name: nameOf(row),
      texts: texts((category) => euros(fareOf(row.pair, category), notSold)),
    })),
    later: days.map((day) => ({ day, text: dayMonthYear(Temporal.PlainDate.from(day), locale) })),
    drafts: drafts.map((draft) => ({
      draftId: draft.draftId,
      name: titleOf(draft),
      made: say(memberText(draft.madeBy), draft.madeAt),
    })),
    editions: editions.map((edition, place) => ({
      edition: edition.edition,
      what: describeEdition(edition),
      made: say(edition.madeBy, edition.madeAt),
      isInForce: place === 0,
    })),
  }
}

export type GridRow = FareRow & { fields: Record<PassengerCategory, string> }

export type StepRow = FareRow & { from: string }

export type DraftView = {
  draftId: string
  title: string
  /** The edition that the preview compares with, and the number of entries about the draft. */
  edition: number | null
  seen: number
  steps: StepRow[]
  /** A sentence for each fare that ends, whose pair nobody can book from that day on. */
  holes: string[]
  effects: FareEffects
  /** The fares of the draft on its first day; empty for a draft that restores an edition. */
  grid: GridRow[]
}

/** A draft: what it would change, and its grid. */
export async function showDraft(
  draftId: string,
  now: Temporal.Instant,
): Promise<DraftView | undefined> {
  const seen = await countEntries(subjectOfDraft(draftId)) // first, so that a later change counts as unseen
  const found = await findFareDraft(draftId, now)
  if (!found) return undefined
  const { draft, edition, fares, pairs, steps, effects } = found
  const nameOf = await namePairs([...pairs, ...steps])
  const { begins, wishes } = draft
  return {
    draftId,
    title: titleOf(draft),
    edition,
    seen,
    steps: stepRows(steps, nameOf),
    holes: steps.filter(({ after }) => after === null).map((step) => holeText(step, nameOf)),
    effects,
    grid: begins ? gridRows(pairs, faresOn(fares, begins, wishes), nameOf) : [],
  }
}

function gridRows(pairs: readonly RidePair[], fareOf: FareOf, nameOf: NameOf): GridRow[] {
  const { locale } = translation()
  return pairRows(pairs, textsOf(fareOf)).map((row) => ({
    id: idOf(row.pair),
    name: nameOf(row),
    texts: texts((category) => {
      const fare = fareOf(row.pair, category)
      return fare === null ? '' : decimalEuros(cents(fare), locale)
    }),
    fields: texts((category) => fieldOf(row, category)),
  }))
}

/** One row for each pair and day, or for both directions if they change alike. */
function stepRows(steps: readonly FareStep[], nameOf: NameOf): StepRow[] {
  const { locale, messages } = translation()
  const { notSold, change } = messages.office.fares
  const byDay = Map.groupBy(steps, ({ from }) => from.toString())
  return [...byDay].flatMap(([day, ofDay]) => {
    const found = new Map(ofDay.map((step) => [idOf(step) + step.passengerCategory, step]))
    const textOf = (pair: RidePair, category: PassengerCategory) => {
      const step = found.get(idOf(pair) + category)
      return step ? change(euros(step.before, notSold), euros(step.after, notSold)) : ''
    }
    const pairs = [...new Map(ofDay.map((step) => [idOf(step), pairOf(step)])).values()]
    const joined = (pair: RidePair) => PAYING.map((category) => textOf(pair, category)).join('|')
    const paying = pairs.filter((pair) => PAYING.some((category) => textOf(pair, category) !== ''))
    const date = Temporal.PlainDate.from(day)
    return pairRows(paying, joined).map((row) => ({
      id: `${idOf(row.pair)}:${day}`,
      name: nameOf(row),
      from: dayMonthYear(date, locale),
      texts: texts((category) => textOf(row.pair, category)),
    }))
  })
}

function holeText(step: FareStep, nameOf: NameOf): string {
  const { locale, messages } = translation()
  const name = nameOf({ pair: step, isBoth: false })
  return messages.office.fares.hole(
    name,
    categoryWords(locale)[step.passengerCategory].one,
    dayMonthYear(step.from, locale),
  )
}

function titleOf({ begins }: Pick<FareDraft, 'begins' | 'backTo'>): string {
  const { locale, messages } = translation()
  const { titles } = messages.office.fares
  return begins ? titles.from(dayMonthYear(begins, locale)) : titles.back
}

function describeEdition({ begins, backTo }: FareEdition): string {
  const { messages } = translation()
  if (begins || backTo !== null) return titleOf({ begins, backTo })
  return messages.office.fares.titles.feed
}

type NameOf = (row: PairRow) => string

/** "Nicosia – Larnaca Airport, both ways", or "Nicosia to Larnaca Airport". */
async function namePairs(pairs: readonly RidePair[]): Promise<NameOf> {
  const stopIds = new Set(pairs.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId]))
  const stopOf = await getStopNames(translation().locale, [...stopIds])
  const { both, oneWay } = translation().messages.office.fares
  return ({ pair, isBoth }) => {
    const [from, to] = [stopOf(pair.fromStopId).shortName, stopOf(pair.toStopId).shortName]
    return isBoth ? both(from, to) : oneWay(from, to)
  }
}

function textsOf(fareOf: FareOf): (pair: RidePair) => string {
  return (pair) => PAYING.map((category) => fareOf(pair, category)).join('|')
}

function texts(textOf: (category: PassengerCategory) => string): Record<PassengerCategory, string> {
  const entries = PAYING.map((category) => [category, textOf(category)] as const)
  return Object.fromEntries(entries) as Record<PassengerCategory, string>
}

function euros(fare: number | null, notSold: string): string {
  return fare === null ? notSold : formatEuros(cents(fare), translation().locale)
}

function pairOf({ fromStopId, toStopId }: RidePair): RidePair {
  return { fromStopId, toStopId }
}

function memberText(staffId: string): string {
  return actorText({ kind: 'staff', staffId })
}
