import type { Locator, Page } from 'playwright-core'

import { localePath, type Locale } from '#platform/locale.ts'

import { takeKeyboard } from './keyboard.ts'

/**
 * A member of staff at a keyboard, whose presses are counted as docs/office.md counts them. A press
 * is a key that makes something happen: Enter or the space bar on a link, a button, a tick box or a
 * fold, and Enter in a field, which sends its form. Typing is none, nor is what only moves the focus
 * or the choice of a list: Tab, the arrows, and / for the search. A task begins on Today.
 */
export type Desk = ReturnType<typeof sitDown>

/** More stops of Tab than a date field has, for each control on the way. */
const MAX_MORE_STOPS = 30

export function sitDown(page: Page, { site, locale }: { site: string; locale: Locale }) {
  let presses = 0
  const flaws: string[] = []

  /** Presses Tab until this control has the focus, which must be visible then. */
  async function go(control: Locator): Promise<void> {
    const stops = await control.evaluate(countStops)
    const key = stops < 0 ? 'Shift+Tab' : 'Tab'
    await press(key, Math.abs(stops))
    for (let more = 0; !(await control.evaluate(hasFocus)); more++) {
      if (more > MAX_MORE_STOPS)
        throw new Error(`no key leads to ${control.toString()} at ${page.url()}`)
      await page.keyboard.press(key)
    }
    const { name, flaws: found } = await takeKeyboard(page).where()
    flaws.push(...found.map((flaw) => `${name}: ${flaw}`))
  }

  /** Does not wait for the answer to each key, which would take longer than the keys. */
  async function press(key: string, times: number): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => page.keyboard.press(key)))
  }

  /** Enter, and the page to which it leads. */
  async function leave(): Promise<void> {
    presses += 1
    await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')])
  }

  async function type(field: Locator, text: string): Promise<void> {
    await go(field)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  }

  return {
    page,
    flaws,
    presses: () => presses,
    /** Today, where a task begins. */
    async begin(): Promise<void> {
      await page.goto(site + localePath(locale, '/office'))
      presses = 0
    },
    /** A task that begins where the one before has ended. */
    stay(): void {
      presses = 0
    },
    /** Presses a link or a button that leads to another page, or back to this one. */
    async press(control: Locator): Promise<void> {
      await go(control)
      await leave()
    },
    /** Enter in the field where one has just typed. */
    enter: leave,
    /** Opens a fold, or presses a button that leads nowhere else. */
    async pressHere(control: Locator): Promise<void> {
      await go(control)
      presses += 1
      await page.keyboard.press('Enter')
    },
    async tick(box: Locator): Promise<void> {
      await go(box)
      presses += 1
      await page.keyboard.press('Space')
    },
    type,
    /** Moves through the options of a list to the one with this value. */
    async choose(list: Locator, value: string): Promise<void> {
      await go(list)
      for (;;) {
        const down = await list.evaluate(countOptions, value)
        if (down === 0) break
        await press(down < 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(down))
      }
    },
    /** Moves from the chosen radio button to the next one. */
    async pickNext(chosen: Locator): Promise<void> {
      await go(chosen)
      await page.keyboard.press('ArrowDown')
    },
    /** Finds by the key / and some text, as far as Enter leads. */
    async find(text: string): Promise<void> {
      await page.keyboard.press('/')
      await page.locator('#office-search:focus').waitFor()
      await page.keyboard.type(text)
      await leave()
    },
  }
}

function hasFocus(control: Element): boolean {
  return control === document.activeElement
}

/** How many options lie between the chosen one and the one with this value. */
function countOptions(list: Element, value: string): number {
  const { options, selectedIndex } = list as HTMLSelectElement
  return [...options].findIndex((option) => option.value === value) - selectedIndex
}

/** How many stops of Tab lie between the focus and this control; negative if it lies before. */
function countStops(control: Element): number {
  const { activeElement: active } = document
  if (active === control) return 0
  const isBehind = (one: Element, other: Element) =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const from = active ?? document.body
  const isBack = isBehind(from, control)
  const [first, last] = isBack ? [control, from] : [from, control]
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  )
  const between = [...controls].filter((one) => {
    if (!isBehind(one, first) && one !== control) return false
    if (!isBehind(last, one) && one !== control) return false
    const isStop = one.tabIndex >= 0 && !one.matches(':disabled, [type=hidden]')
    const isOther = one instanceof HTMLInputElement && one.type === 'radio' && !one.checked
    return isStop && !isOther && one.checkVisibility({ visibilityProperty: true })
  })
  return isBack ? -between.length : between.length
}
