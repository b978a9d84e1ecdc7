import type { Messages } from '#app/i18n/en.ts'
import type { Locale } from '#platform/locale.ts'

/* The page as the server has sent it, or the worker out of its copy. */

export type Words = Messages['office']['boarding']['phone']
export type ScreenName = 'ready' | 'scan' | 'names' | 'sell' | 'more' | 'hand-over'

/** An element of the page; the page and this script are of one release. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no ${id}`)
  return found
}

export function field(id: 'typed' | 'search'): HTMLInputElement {
  return element(id) as HTMLInputElement
}

const { dataset } = element('phone')
export const words = JSON.parse(dataset.words ?? '{}') as Words
export const locale = document.documentElement.lang as Locale
export const addresses = {
  sync: dataset.sync ?? '',
  page: dataset.page ?? '',
  worker: dataset.worker ?? '',
}

/** A sentence with its star filled in. */
export function fill(sentence: string, value: string | number): string {
  return sentence.replace('*', String(value))
}

/** A sentence about a number of things. */
export function fillCount(sentence: { one: string; many: string }, count: number): string {
  return count === 1 ? sentence.one : fill(sentence.many, count)
}

/** Called with each screen that is shown. */
const listeners: ((name: ScreenName) => void)[] = []
export function onScreen(tell: (name: ScreenName) => void): void {
  listeners.push(tell)
}

export function showScreen(name: ScreenName): void {
  for (const screen of document.querySelectorAll<HTMLElement>('[data-screen]')) {
    screen.hidden = screen.dataset.screen !== name
  }
  for (const tab of document.querySelectorAll<HTMLElement>('[data-tab]')) {
    tab.toggleAttribute('aria-current', tab.dataset.tab === name)
  }
  element('tabs').hidden = name === 'ready'
  element('phone').scrollTop = 0
  for (const tell of listeners) tell(name)
}

/**
 * Shows these in the list. Everything is drawn every few seconds, and a press that is under way would be lost
 * with its button, so what has not changed stays; a row carries all that its press depends on.
 */
export function fillList(list: HTMLElement, rows: readonly HTMLElement[]): void {
  const before = [...list.children]
  for (const [place, row] of rows.entries()) {
    const old = before[place]
    if (!old) list.append(row)
    else if (!old.isEqualNode(row)) old.replaceWith(row)
  }
  for (const old of before.slice(rows.length)) old.remove()
}

/** A button that fills the width of the screen. */
export function button(text: string, press: () => void, kind = 'secondary'): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = `button button-${kind}`
  made.textContent = text
  made.addEventListener('click', press)
  return made
}

/**
 * Seconds in which the office answers if it can be reached. A network that has gone often swallows a
 * request without a word, and the browser itself would wait for minutes.
 */
const PATIENCE_SECONDS = 30

/** A message to the office, which leads nowhere else; undefined without a network. */
export function post(address: string, body: string, type: string): Promise<Response | undefined> {
  return ask(address, { method: 'POST', headers: { 'Content-Type': type }, body })
}

/** A question to the office, which leads nowhere else; undefined without a network. */
export function ask(address: string, how: RequestInit = {}): Promise<Response | undefined> {
  const patience = new AbortController()
  // The timer goes on after the headers, so a body that stops halfway is given up as well.
  setTimeout(() => patience.abort(), PATIENCE_SECONDS * 1000)
  const { signal } = patience
  return fetch(address, { ...how, redirect: 'manual', cache: 'no-store', signal }).catch(
    () => undefined,
  )
}

/** A thumb that was on its way when the words changed must not press what it has not read. */
export const UNREAD_MILLIS = 700

/**
 * Asks before something that cannot be undone; resolves to whether the driver is sure. A question on the heels of
 * another one takes no answer at first.
 */
export function isSure(question: string, { isSecond = false } = {}): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const dialog = element('sure') as HTMLDialogElement
  const buttons = isSecond ? dialog.querySelectorAll('button') : []
  for (const one of buttons) one.disabled = true
  setTimeout(() => buttons.forEach((one) => (one.disabled = false)), UNREAD_MILLIS)
  element('sure-question').textContent = question
  dialog.returnValue = ''
  dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true })
  dialog.showModal()
  return promise
}
