import type { Page } from 'playwright-core'

/*
 * A visitor with a keyboard only. At each stop the test checks that the focus is visible and that
 * it moved in reading order.
 */

export type Stop = {
  /** The index of the element among all of the page; -1 outside the page. */
  place: number
  /** "link Book now", "checkbox I accept …": its role and its accessible name. */
  name: string
  isInMain: boolean
  box: { left: number; top: number; right: number; bottom: number }
  flaws: string[]
}

type TabKey = 'Tab' | 'Shift+Tab'

export type Keyboard = ReturnType<typeof takeKeyboard>

/** More Tab stops than any page has. */
const MAX_STOPS = 250

export function takeKeyboard(page: Page) {
  const flaws = new Set<string>()
  let before: { stop: Stop; url: string; key: TabKey } | undefined

  /** Moves by one stop, and checks it. */
  async function step(key: TabKey): Promise<Stop> {
    await page.keyboard.press(key)
    const stop = await look(page)
    for (const flaw of stop.flaws) note(stop, flaw)
    if (before?.url === page.url() && before.key === key && areInside(before.stop, stop)) {
      const [first, second] = key === 'Tab' ? [before.stop, stop] : [stop, before.stop]
      if (jumpsBack(first, second)) note(second, `stands above ${first.name}, and comes after it`)
    }
    before = { stop, url: page.url(), key }
    return stop
  }

  function note({ name }: Stop, flaw: string): void {
    flaws.add(`${new URL(page.url()).pathname}: ${name}: ${flaw}`)
  }

  /** Presses Tab until an element of this name has the focus. */
  async function go(name: RegExp, key: TabKey = 'Tab'): Promise<Stop> {
    const seen: string[] = []
    for (let steps = 0; steps < MAX_STOPS; steps++) {
      const stop = await step(key)
      if (name.test(stop.name)) return stop
      seen.push(stop.name)
      if (seen.filter((one) => one === '').length > 1) break
    }
    throw new Error(`no key leads to ${name} at ${page.url()}, only to:\n${seen.join('\n')}`)
  }

  /** Any key may move the focus. */
  async function press(key: string): Promise<void> {
    before = undefined
    await page.keyboard.press(key)
  }

  /** All stops of the page from one end to the other, and the controls that are not among them. */
  async function walk(key: TabKey = 'Tab'): Promise<Stop[]> {
    if (key === 'Tab') await leaveFocus(page)
    const stops: Stop[] = []
    for (;;) {
      const stop = await step(key)
      if (stop.place < 0) break
      if (stop.place === stops.at(-1)?.place) continue // stops of a date field
      if (stops.some(({ place }) => place === stop.place)) {
        note(stop, 'leads round in a circle')
        break
      }
      stops.push(stop)
    }
    const reached = new Set(stops.map(({ place }) => place))
    for (const one of await listControls(page)) {
      if (!one.places.some((place) => reached.has(place))) flaws.add(`no key leads to ${one.name}`)
    }
    return stops
  }

  return {
    flaws,
    go,
    walk,
    where: () => look(page),
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Moves to a field, unless it has the focus, and replaces its content. */
    async fill(name: RegExp, text: string): Promise<void> {
      const { name: here } = await look(page)
      if (!name.test(here)) await go(name)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
    /** Moves to an element and presses Enter. */
    async enter(name: RegExp): Promise<void> {
      await go(name)
      await press('Enter')
    },
  }
}

/** Obstacles on this page to moving with the Tab key or to seeing the focus. */
export async function listObstacles(page: Page): Promise<string[]> {
  const keys = takeKeyboard(page)
  await keys.walk()
  return [...keys.flaws]
}

function areInside(one: Stop, other: Stop): boolean {
  return one.place >= 0 && other.place >= 0
}

/** Higher up, and not in a column further right: against the reading order. */
function jumpsBack({ box: first }: Stop, { box: second }: Stop): boolean {
  return second.bottom <= first.top && second.left <= first.left
}

/**
 * A page may begin with the focus in a field; the next Tab then leads to the first element in it.
 * The browser puts the focus there just before the first frame it draws
 * (https://html.spec.whatwg.org/multipage/interaction.html#flush-autofocus-candidates), which on a
 * busy machine may come after the page is loaded.
 */
function leaveFocus(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
}

/** The controls of this page. One radio button of a group is enough. */
function listControls(page: Page): Promise<{ name: string; places: number[] }[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('*')]
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
    )
    const usable = [...controls].filter((one) => {
      const isShown = one.checkVisibility({ visibilityProperty: true })
      const isDrawn = one.getClientRects().length > 0 // some of the names on a map are hidden
      return isShown && isDrawn && one.tabIndex >= 0 && !one.matches(':disabled, [type=hidden]')
    })
    const groups = Map.groupBy(usable, (one) =>
      one instanceof HTMLInputElement && one.type === 'radio' ? one.name : one,
    )
    return [...groups.values()].map((group) => ({
      name: group[0]?.outerHTML.slice(0, 120) ?? '',
      places: group.map((one) => all.indexOf(one)),
    }))
  })
}

/** The focused element, and whether its focus is visible. Runs in the browser. */
function look(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const active = document.activeElement
    const nowhere = { left: 0, top: 0, right: 0, bottom: 0 }
    if (!active || active === document.body) {
      return { place: -1, name: '', isInMain: false, box: nowhere, flaws: [] }
    }
    const { left, top, right, bottom } = active.getBoundingClientRect()
    return {
      place: [...document.querySelectorAll('*')].indexOf(active),
      name: `${kindOf(active)} ${nameOf(active)}`.slice(0, 80),
      isInMain: active.closest('main') !== null,
      box: { left, top: top + scrollY, right, bottom: bottom + scrollY },
      flaws: flawsOf(active),
    }

    function flawsOf(element: Element): string[] {
      const { outlineColor } = getComputedStyle(element)
      const others = document.querySelectorAll('a, button, input, select, textarea, summary')
      const isAlone = [...others].every((other) => other === element || !isMarked(other))
      const isFrame = element.tagName === 'IFRAME' // shows the focus inside itself
      const marksWell = contrast(outlineColor, groundOf(element.parentElement)) >= 3
      const found = [
        !isMarked(element) && !isFrame && 'one does not see that it has the focus',
        !isAlone && 'something else looks as if it had the focus',
        isMarked(element) && !marksWell && `its mark, ${outlineColor}, does not stand out`,
        !isInView(element) && 'is out of sight or covered',
      ]
      return found.filter((flaw) => flaw !== false)
    }

    function isMarked(element: Element): boolean {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      return isDrawn && isSeen(outlineColor)
    }

    function isSeen(color: string): boolean {
      return !/, 0\)$|transparent/.test(color)
    }

    function isInView(element: Element): boolean {
      const parts = [element, ...element.querySelectorAll('*')]
      const boxes = parts.flatMap((part) => [...part.getClientRects()])
      return boxes.some((box) => {
        const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2
        const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
        return element.contains(document.elementFromPoint(x, y))
      })
    }

    function kindOf(element: Element): string {
      if (element instanceof HTMLInputElement) return element.type
      const tag = element.tagName.toLowerCase()
      return tag === 'a' ? 'link' : tag
    }

    function nameOf(element: Element): string {
      const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : []
      const label = labels.map(({ innerText }) => innerText).join(' ')
      const text = element instanceof HTMLElement ? element.innerText : element.textContent
      const said = element.getAttribute('aria-label') ?? (label || text)
      return said.replaceAll(/\s+/g, ' ').trim()
    }

    function groundOf(element: Element | null): string {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return isSeen(backgroundColor) ? backgroundColor : groundOf(element.parentElement)
    }

    /** The contrast ratio of WCAG. */
    function contrast(one: string, other: string): number {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }

    function luminance(color: string): number {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
  })
}
