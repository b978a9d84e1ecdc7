import type { Tone } from '#modules/boarding/package/verdict.ts'
import type { HandOverPart } from '#modules/boarding/phone/hand-over-code.ts'
import type { QrPath } from '#modules/documents/qr.ts'
import type { Copy } from '#phone/copy.ts'
import type { Store } from '#phone/disk/store.ts'

import type { Start } from './start.ts'
import {
  reduce,
  STARTING,
  type PhoneEvent,
  type PhoneState,
  type Sent,
  type Waiting,
  type Wanted,
} from './state.ts'

/** All that the phone has around it. Tests have another one. */
export type World = {
  disk: Store
  copy: Copy
  now: () => number
  /** Whether nobody looks at the page. */
  isHidden: () => boolean
  /** A question to the office, which leads nowhere else; undefined without a network. */
  ask: (address: string, how?: RequestInit) => Promise<Response | undefined>
  signal: (tone: Tone) => void
  /** A code as a picture; undefined if what draws it cannot be loaded. */
  draw: (text: string) => Promise<QrPath | undefined>
}

type Said = { done: string; waits: string }

/** The phone at the door of a bus: what it shows, and what is under way. */
export type Phone = {
  start: Start
  world: World
  /** The state at this very moment: a press that comes twice in one task meets what the first has changed. */
  readonly now: PhoneState
  tell: (event: PhoneEvent) => void
  subscribe: (listener: () => void) => () => void
  /** One after the other, each beginning with what the one before has left. */
  inTurn: <Result>(act: () => Promise<Result>) => Promise<Result>
  underWay: {
    sending?: { chosen: Wanted | undefined; result: Promise<Sent> } | undefined
    sentAt: number
    isTicking: boolean
    isSelling: boolean
    reported?: { form: Waiting; said: Said } | undefined
    decide?: ((isSure: boolean) => void) | undefined
    refused: WeakSet<Waiting>
    /** Those that were read of the codes that belong together. */
    parts: readonly HandOverPart[]
  }
}

export function openPhone(start: Start, world: World): Phone {
  let state = STARTING
  let before: Promise<unknown> = Promise.resolve()
  const listeners = new Set<() => void>()
  return {
    start,
    world,
    get now() {
      return state
    },
    tell(event) {
      state = reduce(state, event, world.now())
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    inTurn(act) {
      const after = before.then(act)
      before = after.catch(() => undefined)
      return after
    },
    underWay: {
      sentAt: 0,
      isTicking: false,
      isSelling: false,
      refused: new WeakSet(),
      parts: [],
    },
  }
}

/** Asks before something that cannot be undone; resolves to whether the driver is sure. */
export function isSure(phone: Phone, question: string, isSecond = false): Promise<boolean> {
  phone.underWay.decide?.(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  phone.underWay.decide = resolve
  phone.tell({ is: 'asked', question, isSecond })
  return promise
}
