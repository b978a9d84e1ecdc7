import type { PackedTicket, Scan } from '#modules/boarding/package/package.ts'
import type { Tone, Verdict } from '#modules/boarding/package/verdict.ts'
import type { Duty } from '#modules/boarding/phone/duty.ts'
import type { QrPath } from '#modules/documents/qr.ts'
import { partyOf, type PassengerCategory } from '#modules/fares/passengers.ts'
import { MAX_WALK_UP_PARTY } from '#modules/rules/rules.ts'

import { here } from './here.ts'
import type { ScreenName } from './start.ts'

/** A form of the office that waits for the network; its key makes a second sending harmless. */
export type Waiting = {
  fields: Record<string, string>
  since: number
  /** The bus in words, such as "14:00 Larnaca Airport"; missing on forms of the release before. */
  bus?: string
}

/**
 * The result of the last attempt. `log-in`: the session has ended, so nothing is sent or received.
 * `revoked`: the office trusts this phone no more; its scans were sent, list and names are deleted.
 * `of-another`: the scans that wait are of another session, whose member has to log in here.
 * `not-saved`: the phone could not keep what the office has answered.
 */
export type Sent = 'done' | 'no-network' | 'not-saved' | 'log-in' | 'of-another' | 'revoked'

/** The stop and the day whose list the driver asks for. */
export type Wanted = Pick<Duty, 'stopId' | 'day'>

/** A press that a verdict leaves to the driver. */
export type Answer = { label: string; kind: 'action' | 'secondary' | 'quiet' } & (
  | { does: 'board' | 'take-back'; ticket: PackedTicket; people: number }
  | { does: 'ask'; verdict: Verdict }
  | { does: 'count-again'; verdict: Verdict; ticket: PackedTicket; people: number }
  | { does: 'look'; digest: string }
  | { does: 'show'; screen: ScreenName }
)

export type Said = {
  /** Missing before the first verdict at this bus. */
  tone?: Tone
  words: string
  party: string
  answers: readonly Answer[]
}

/** What is on the disk. */
export type Kept = {
  duty: Duty | undefined
  /** Own scans that the server has not confirmed. */
  own: readonly Scan[]
  forms: readonly Waiting[]
  /** The refusals of the office, in words, until the driver has read them. */
  notices: readonly string[]
}

export type SoldTicket = { people: number; number: string; picture: QrPath }

export type Sale = {
  people: Record<PassengerCategory, number>
  /** Between which stops of which bus, once the driver has chosen. */
  chosen?: { departureId: string; from: number; to: number }
  /** The ticket that is shown. */
  sold?: SoldTicket | undefined
  /** The sum to give back, until the driver begins the next sale. */
  undone: string
  isUnsaved: boolean
}

export type HandOverShown = {
  says: string
  passes: string
  text: string
  /** The codes of this phone, and the one that is shown. */
  codes: readonly string[]
  place: number
  picture?: QrPath | undefined
}

export type PhoneState = Kept & {
  at: 'starting' | 'open'
  /** A moment by the clock of this phone at which the screens are true. */
  seenAt: number
  screen: { name: ScreenName; no: number }
  isCopied: boolean
  sent: Sent
  wanted: Wanted | undefined
  /** What has become of the last report. */
  done: string
  /** Its number tells a verdict from the next one with the same words, which is announced as well. */
  verdict: Said & { no: number }
  question: { no: number; text: string; isSecond: boolean }
  sale: Sale
  handOver: HandOverShown
  camera: { isWanted: boolean; no: number; isOn: boolean; says: string; hasTorch: boolean }
}

const NOTHING_SAID: Said = { words: '', party: '', answers: [] }
const NEXT_SALE: Sale = { people: partyOf({ adult: 1 }), undone: '', isUnsaved: false }

/** A phone whose disk was not read yet. The server draws it, and the form in it works without script. */
export const STARTING: PhoneState = {
  at: 'starting',
  seenAt: 0,
  screen: { name: 'ready', no: 0 },
  isCopied: false,
  duty: undefined,
  own: [],
  forms: [],
  notices: [],
  sent: 'done',
  wanted: undefined,
  done: '',
  verdict: { ...NOTHING_SAID, no: 0 },
  question: { no: 0, text: '', isSecond: false },
  sale: NEXT_SALE,
  handOver: { says: '', passes: '', text: '', codes: [], place: 0 },
  camera: { isWanted: false, no: 0, isOn: false, says: '', hasTorch: false },
}

type SaleEvent =
  | { is: 'next-sale' | 'not-sold' }
  | { is: 'stops-chosen'; departureId: string; from: number; to: number }
  | { is: 'people-changed'; category: PassengerCategory; by: 1 | -1 }
  | ({ is: 'sold' } & SoldTicket)
  | { is: 'undone'; sum: string }

export type PhoneEvent =
  | { is: 'opened' | 'seen' | 'copied' | 'bus-chosen' }
  | ({ is: 'kept' } & Partial<Kept>)
  | { is: 'shown'; screen: ScreenName }
  | { is: 'wanted'; wanted: Wanted }
  | { is: 'answered'; sent: Sent; wanted: Wanted | undefined }
  | { is: 'reported'; done: string }
  | ({ is: 'said' } & Said)
  | { is: 'pressed'; answer: Answer }
  | { is: 'asked'; question: string; isSecond: boolean }
  | SaleEvent
  | ({ is: 'handed' } & Partial<HandOverShown>)
  | { is: 'camera-wanted'; isWanted: boolean }
  | ({ is: 'camera' } & Partial<Pick<PhoneState['camera'], 'isOn' | 'says' | 'hasTorch'>>)

/** The phone after an event, as it is to be shown. After the duty no name stays in it. */
export function reduce(state: PhoneState, event: PhoneEvent, seenAt: number): PhoneState {
  const next = { ...state, seenAt, ...changeOf(state, event) }
  if (here(next)) return next
  const isSilent = next.verdict.words === '' && next.verdict.answers.length === 0
  return { ...next, done: '', verdict: isSilent ? next.verdict : after(next.verdict, NOTHING_SAID) }
}

function changeOf(state: PhoneState, event: PhoneEvent): Partial<PhoneState> {
  const { verdict, sale } = state
  switch (event.is) {
    case 'seen':
      return {}
    case 'opened':
      return { at: 'open' }
    case 'copied':
      return { isCopied: true }
    case 'kept': {
      const { is: _is, ...kept } = event
      return kept
    }
    case 'shown':
      return { screen: { name: event.screen, no: state.screen.no + 1 } }
    case 'wanted':
      return { wanted: event.wanted, sent: 'done' }
    case 'answered':
      return { sent: event.sent, wanted: event.wanted }
    case 'reported':
      return { done: event.done }
    case 'bus-chosen':
      return { verdict: after(verdict, NOTHING_SAID) }
    case 'said': {
      const { is: _is, ...said } = event
      return { verdict: after(verdict, said) }
    }
    case 'pressed':
      return verdict.answers.includes(event.answer) ? { verdict: { ...verdict, answers: [] } } : {}
    case 'asked': {
      const { question: text, isSecond } = event
      return { question: { no: state.question.no + 1, text, isSecond } }
    }
    case 'camera-wanted':
      return {
        camera: { ...state.camera, isWanted: event.isWanted, no: state.camera.no + 1 },
      }
    case 'camera': {
      const { is: _is, ...camera } = event
      return { camera: { ...state.camera, ...camera } }
    }
    case 'handed': {
      const { is: _is, ...handed } = event
      return { handOver: { ...state.handOver, ...handed } }
    }
    case 'stops-chosen':
    case 'people-changed':
    case 'sold':
    case 'undone':
    case 'not-sold':
    case 'next-sale':
  }
  return { sale: afterSale(sale, event) }
}

function after({ no }: { no: number }, said: Said): PhoneState['verdict'] {
  return { ...said, no: no + 1 }
}

function afterSale(sale: Sale, event: SaleEvent): Sale {
  const { people } = sale
  switch (event.is) {
    case 'stops-chosen': {
      const { is: _is, ...chosen } = event
      return { ...sale, chosen, isUnsaved: false }
    }
    case 'people-changed': {
      const { category, by } = event
      const changed = Math.max(0, Math.min(MAX_WALK_UP_PARTY, people[category] + by))
      return { ...sale, people: { ...people, [category]: changed }, undone: '', isUnsaved: false }
    }
    case 'sold': {
      const { is: _is, ...sold } = event
      return { ...sale, ...NEXT_SALE, sold }
    }
    case 'undone':
      return { ...sale, sold: undefined, undone: event.sum, isUnsaved: false }
    case 'not-sold':
      return { ...sale, isUnsaved: true }
    case 'next-sale':
  }
  return { ...sale, sold: undefined }
}
