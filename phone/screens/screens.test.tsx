import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import type { Start } from '#phone/state/start.ts'
import { reduce, STARTING, type PhoneEvent, type PhoneState } from '#phone/state/state.ts'

import { MoreScreen } from './more.tsx'
import { NamesScreen } from './names.tsx'
import { PhoneApp } from './phone.tsx'
import { ReadyScreen } from './ready.tsx'
import { ScanScreen } from './scan.tsx'
import { ViewContext } from './view.tsx'

/* What each screen shows of a state. e2e/specs/boarding-*.e2e.ts press what is on them. */

const { boarding } = MESSAGES.en.office
const AT = Date.UTC(2026, 11, 3, 10, 30)
const OTHER = 'another party'

const start = {
  locale: 'en',
  words: boarding.phone,
  title: boarding.title,
  sellsOnBoard: true,
  categories: partyOf({}),
  choice: { stops: [], days: [], stopId: '', day: '', isOwnDuty: false, words: boarding },
  addresses: { page: '/office/boarding' },
} as unknown as Start

const party = { state: 'valid', people: 2, from: 0 }
const bus = {
  departureId: 'one',
  calls: [
    { stopId: 'LCA', departsAt: AT, delay: 20 },
    { stopId: 'NIC', departsAt: AT + 2_700_000, delay: 20 },
  ],
  closed: [],
  scans: [{ device: 1, seq: 1, ride: '7KQ2M9XA-1', departureId: 'one', boarded: 2 }],
  tickets: [
    { ...party, digest: 'a', number: '8LR3N0YB-1', leader: OTHER, from: 1 },
    { ...party, digest: 'b', number: '7KQ2M9XA-1', leader: 'Anna' },
  ],
}
const duty = {
  chosen: 'one',
  stopId: 'LCA',
  clockAhead: 0,
  mine: [{ departureId: 'one', position: 0 }],
  pack: { departures: [bus], stops: { NIC: { en: 'Nicosia', el: 'Λευκωσία' } } },
}

/** A phone at its bus, after some events more. */
function atBus(...events: PhoneEvent[]): PhoneState {
  const first: PhoneEvent[] = [{ is: 'kept', duty: duty as never }, { is: 'opened' }]
  return [...first, ...events].reduce((state, event) => reduce(state, event, AT), STARTING)
}

function show(screen: React.ReactNode, state: PhoneState): string {
  const view = { start, state, act: () => Promise.resolve() }
  return renderToStaticMarkup(<ViewContext value={view}>{screen}</ViewContext>)
}

/** The texts of all buttons of a screen that match. */
function buttonsIn(html: string, attributes = ''): string[] {
  const found = html.matchAll(/<button([^>]*)>([^<]*)<\/button>/g)
  return [...found].flatMap(([, own = '', text = '']) => (own.includes(attributes) ? text : []))
}

/** The delays that can be reported. */
function minutesIn(state: PhoneState): number[] {
  const presses = show(<MoreScreen />, state).matchAll(/data-late="(\d+)"/g)
  return Array.from(presses, ([, minutes]) => Number(minutes))
}

test('before its script is there, the page is a plain form that names no phone', () => {
  const html = renderToStaticMarkup(<PhoneApp start={start} />)
  expect(html).toMatch(/<div id="phone"[^>]* hidden=""/)
  expect(html).toContain('<form id="choose" class="stack" action="/office/boarding">')
  expect(buttonsIn(html, 'id="choose-button"')).toEqual([boarding.show])
  const opened = show(<ReadyScreen />, atBus())
  expect(buttonsIn(opened, 'id="choose-button"')).toEqual([boarding.phone.getReady])
})

test('the driver finds those first who board here, and how many of each party are aboard', () => {
  const html = show(<NamesScreen />, atBus({ is: 'shown', screen: 'names' }))
  expect(buttonsIn(html)).toEqual(['Anna · M9XA · 2/2', `${OTHER} · N0YB · 0/2`])
})

test('a screen that is not shown has no names in it', () => {
  expect(show(<NamesScreen />, atBus({ is: 'shown', screen: 'scan' }))).not.toContain('Anna')
})

test('the buses of the duty say when they leave, where to, how late, and who is aboard', () => {
  const html = show(<ReadyScreen />, atBus())
  expect(buttonsIn(html, 'data-departure="one"')).toEqual(['12:30 +20 min Nicosia 2/4'])
})

test('each press for a delay says how late the bus is then, with what was not sent yet', () => {
  const pressed = { intent: 'late', departure: 'one', position: '0', minutes: '40' }
  expect(minutesIn(atBus())).toEqual([30, 40, 50, 0, 10])
  const waiting = atBus({ is: 'kept', forms: [{ fields: pressed, since: AT }] })
  expect(minutesIn(waiting)).toEqual([50, 60, 70, 0, 30])
})

test('a verdict has its colour, its party and its presses, and below the picture of a camera it comes first', () => {
  const answer = { label: 'Board 2', kind: 'action', does: 'look', digest: 'b' } as const
  const said = { is: 'said', tone: 'ask', words: 'Later bus.', party: 'Anna' } as const
  const state = atBus({ ...said, answers: [answer] })
  const html = show(<ScanScreen />, state)
  expect(html).toMatch(/class="verdict verdict-ask"[^]*Later bus\.[^]*Anna/)
  expect(buttonsIn(html, 'button-action').at(-1)).toBe('Board 2')
  expect(html.indexOf('id="check"')).toBeLessThan(html.indexOf('id="verdict"'))
  const seen = show(<ScanScreen />, { ...state, camera: { ...state.camera, isOn: true } })
  expect(seen.indexOf('id="verdict"')).toBeLessThan(seen.indexOf('id="check"'))
})

test('a company that sells nothing at the door has no screen for it', () => {
  const tabs = [true, false].map((sellsOnBoard) => {
    const html = renderToStaticMarkup(<PhoneApp start={{ ...start, sellsOnBoard }} />)
    return buttonsIn(html.slice(html.indexOf('<nav id="tabs"')), 'data-tab').length
  })
  expect(tabs).toEqual([4, 3])
})
