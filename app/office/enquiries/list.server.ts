import { aboutOf } from '#app/components/office/enquiry-about.server.ts'
import { translation } from '#app/i18n/translation.ts'
import {
  ENQUIRY_STATES,
  isOverdue,
  TO_DO,
  type EnquiryState,
} from '#modules/enquiries/enquiry-state.ts'
import { isTopic, SERVICES, TOPICS, type EnquiryKind } from '#modules/enquiries/forms.ts'
import { listEnquiries, type InboxFilter, type Listed } from '#modules/enquiries/inbox.server.ts'
import { enquiryWords } from '#modules/enquiries/words/words.ts'
import { now } from '#platform/clock.server.ts'
import { shortDate } from '#platform/format/dates.ts'

import { namesOf } from './words.server.ts'

export type EnquiryRow = {
  reference: string
  about: string
  beginning: string
  writer: string
  state: EnquiryState
  assigned: string
  /** The legal date; empty for everything but complaints. */
  due: string
  isOverdue: boolean
  /** "3 h", "2 d": since when the writer has been waiting for us. */
  waits: string
}

/** The values of the filters, as the address holds them. */
export type Wish = { state: string; about: string; to: string }

const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** The inbox as this address asks for it. A value that no filter has counts as none. */
export async function showList(url: URL, staffId: string) {
  const asked = (name: string) => url.searchParams.get(name) ?? ''
  const wish: Wish = { state: asked('state'), about: asked('about'), to: asked('to') }
  const { enquiries, hasMore } = await listEnquiries(toFilter(wish, asked('after'), staffId))
  const nameOf = await namesOf(enquiries.map(({ assignedTo }) => assignedTo))
  return {
    wish,
    states: ENQUIRY_STATES,
    abouts: listAbouts(),
    rows: enquiries.map((one) => toRow(one, nameOf)),
    last: hasMore ? (enquiries.at(-1)?.reference ?? null) : null,
  }
}

function toFilter({ state, about, to }: Wish, after: string, staffId: string): InboxFilter {
  const known = ENQUIRY_STATES.find((one) => one === state)
  const isDone = state === 'done' || (known !== undefined && !TO_DO.includes(known))
  const kind = SERVICES.find((one) => one === about)
  return {
    which: isDone ? 'done' : 'to-do',
    state: known,
    kind: kind satisfies EnquiryKind | undefined,
    topic: isTopic(about) ? about : undefined,
    assignedTo: to === 'nobody' ? null : to === 'me' ? `staff:${staffId}` : undefined,
    after: REFERENCE.test(after) ? after : undefined,
  }
}

function listAbouts(): { value: string; label: string }[] {
  const { kinds } = enquiryWords(translation().locale)
  const { topics } = translation().messages.office.inbox
  return [
    ...TOPICS.map((topic) => ({ value: topic, label: topics[topic] })),
    ...SERVICES.map((service) => ({ value: service, label: kinds[service] })),
  ]
}

function toRow(one: Listed, nameOf: (actor: string | null) => string): EnquiryRow {
  const { locale } = translation()
  const { reference, beginning, writer, state, assignedTo, dueOn, waitsSince } = one
  return {
    reference,
    about: aboutOf(one),
    beginning,
    writer,
    state,
    assigned: nameOf(assignedTo),
    due: dueOn ? shortDate(dueOn, locale) : '',
    isOverdue: dueOn !== null && isOverdue(dueOn, now()),
    waits: waitsSince ? ageOf(waitsSince) : '',
  }
}

/** How long ago, in hours for two days and then in days. */
function ageOf(moment: Temporal.Instant): string {
  const { inbox } = translation().messages.office
  const hours = Math.floor((now().epochMilliseconds - moment.epochMilliseconds) / 3_600_000)
  return hours < 48 ? inbox.hours(hours) : inbox.days(Math.floor(hours / 24))
}
