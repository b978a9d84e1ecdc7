import type { Page } from 'playwright-core'

type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * Layout faults that a demanding reader would notice: sideways scrolling, text that is cut off,
 * sticks out or overlaps, more or less than one main heading, a missing landmark. Runs in the
 * browser.
 */
export async function findFlaws(page: Page): Promise<string[]> {
  await page.waitForLoadState('domcontentloaded')
  return page.evaluate(() => {
    const root = document.documentElement
    // A cache: most elements surround many texts, and are checked for each.
    const readAloud = new Map<Element, boolean>()
    const overflows = new Map<Element, readonly [x: string, y: string]>()
    const flaws = listMissing()
    if (root.scrollWidth > root.clientWidth) {
      flaws.push(`scrolls sideways: ${root.scrollWidth} of ${root.clientWidth} px`)
    }
    for (const select of document.querySelectorAll('select')) {
      if (isSeen(select) && isTooNarrow(select)) flaws.push(`cut off: ${select.name}`)
    }
    const texts = listTexts()
    for (const { element, words, box } of texts) {
      if (isCut(element, box)) flaws.push(`cut off: ${words}`)
      if (sticksOut(element, box)) flaws.push(`sticks out: ${words}`)
    }
    const things = [...texts, ...listControls()]
    texts.forEach((one, index) => {
      for (const other of things.slice(index + 1)) {
        if (
          overlap(one.box, other.box) &&
          !belongTogether(one.element, other.element) &&
          overlap(inSight(one), inSight(other))
        ) {
          flaws.push(`on top of each other: ${one.words} / ${other.words}`)
        }
      }
    })
    return [...new Set(flaws)]

    function listMissing(): string[] {
      const headings = document.querySelectorAll('h1').length
      const frame = document.querySelector('.office-header') ? [] : ['header nav', 'body > footer']
      const landmarks = ['body > header', 'body > main', ...frame]
      const missing = landmarks.filter((landmark) => !document.querySelector(landmark))
      return [
        ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
        ...missing.map((landmark) => `no ${landmark}`),
      ]
    }

    /** Every line of every readable text. */
    function listTexts() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: { element: Element; words: string; box: DOMRect }[] = []
      while (walker.nextNode()) {
        const { parentElement: element, textContent } = walker.currentNode
        const words = (textContent ?? '').trim().slice(0, 40)
        if (!element || words === '' || !isSeen(element)) continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        for (const box of range.getClientRects()) {
          if (box.width > 1 && box.height > 1) found.push({ element, words, box })
        }
      }
      return found
    }

    function listControls() {
      const controls = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      return controls
        .filter(isSeen)
        .map((element) => ({ element, words: element.name, box: element.getBoundingClientRect() }))
    }

    function isSeen(element: Element): boolean {
      const isDrawn = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const isForEyes = !element.closest('title, desc, script, style, noscript, option')
      return isDrawn && isForEyes && element.getClientRects().length > 0 && !isReadAloud(element)
    }

    /** Clipped to nothing: for screen readers, or visible only with the focus. */
    function isReadAloud(element: Element | null): boolean {
      if (!element) return false
      const known = readAloud.get(element)
      if (known !== undefined) return known
      const { clipPath } = getComputedStyle(element)
      const answer = clipPath === 'inset(50%)' || isReadAloud(element.parentElement)
      readAloud.set(element, answer)
      return answer
    }

    /** One inside the other, or a button in the field that it serves. */
    function belongTogether(one: Element, other: Element): boolean {
      const field = one.closest('button')?.getAttribute('aria-controls')
      return one.contains(other) || other.contains(one) || (Boolean(field) && field === other.id)
    }

    /** Cut off by an ancestor that hides its overflow and cannot be scrolled. */
    function isCut(element: Element, { left, right, top, bottom }: DOMRect): boolean {
      if (left < -1) return true
      for (let around: Element | null = element; around; around = around.parentElement) {
        const [overflowX, overflowY] = overflowOf(around)
        if (/auto|scroll/.test(overflowX + overflowY) || around === root) return false
        const box = around.getBoundingClientRect()
        const isWider = right > box.right + 1 || left < box.left - 1
        const isHigher = bottom > box.bottom + 3 || top < box.top - 3
        if ((overflowX !== 'visible' && isWider) || (overflowY !== 'visible' && isHigher))
          return true
      }
      return false
    }

    function overflowOf(element: Element): readonly [x: string, y: string] {
      const known = overflows.get(element)
      if (known) return known
      const { overflowX, overflowY } = getComputedStyle(element)
      overflows.set(element, [overflowX, overflowY])
      return [overflowX, overflowY]
    }

    function sticksOut(element: Element, { left, right }: DOMRect): boolean {
      const block = [element, element.parentElement].find(
        (one) => one && !getComputedStyle(one).display.startsWith('inline'),
      )
      if (!block || block instanceof SVGElement) return false
      if (getComputedStyle(block).whiteSpaceCollapse === 'preserve') return false // spaces overhang
      const box = block.getBoundingClientRect()
      return right > box.right + 1 || left < box.left - 1
    }

    /** The selected option is wider than the control. */
    function isTooNarrow(select: HTMLSelectElement): boolean {
      const style = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) return false
      pen.font = style.font
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
      const room = select.clientWidth - padding
      return pen.measureText(select.selectedOptions[0]?.text ?? '').width > room + 1
    }

    /** The part of a box that is not scrolled out of what surrounds it. */
    function inSight({ element, box }: { element: Element; box: DOMRect }): Edges {
      const { left, right, top, bottom } = box
      const edges = { left, right, top, bottom }
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (around === root || around === document.body) break
        if (!/auto|scroll/.test(overflowOf(around).join(''))) continue
        const frame = around.getBoundingClientRect()
        edges.left = Math.max(edges.left, frame.left)
        edges.right = Math.min(edges.right, frame.right)
        edges.top = Math.max(edges.top, frame.top)
        edges.bottom = Math.min(edges.bottom, frame.bottom)
      }
      return edges
    }

    /** A few pixels of overlap come from accents and line heights. */
    function overlap(one: Edges, other: Edges): boolean {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      return width > 3 && height > 6
    }
  })
}

/** Opens collapsed parts, so that they are checked as well. */
export function unfold(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}
