import type { Page } from 'playwright-core'

/**
 * What a demanding reader would see at once: something to scroll sideways for, words cut off or on
 * top of each other, no single heading, a landmark that is missing. Runs in the browser.
 */
export function findFlaws(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const flaws: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) {
      flaws.push(`scrolls sideways: ${root.scrollWidth} of ${root.clientWidth} px`)
    }
    const headings = document.querySelectorAll('h1').length
    if (headings !== 1) flaws.push(`${headings} headings of the first level`)
    for (const landmark of ['header', 'main', 'footer']) {
      if (!document.querySelector(landmark)) flaws.push(`no ${landmark}`)
    }
    const texts = listTexts()
    for (const { element, words } of texts) {
      const style = getComputedStyle(element)
      const isClipped = style.overflowX === 'hidden' || style.overflowX === 'clip'
      if (isClipped && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1) {
        flaws.push(`cut off: ${words}`)
      }
    }
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        const isInside = one.element.contains(other.element) || other.element.contains(one.element)
        if (!isInside && overlap(one.box, other.box)) {
          flaws.push(`on top of each other: ${one.words} / ${other.words}`)
        }
      }
    })
    return flaws

    function listTexts() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: { element: Element; words: string; box: DOMRect }[] = []
      while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode
        const words = textContent?.trim() ?? ''
        if (!parentElement || words === '' || !isSeen(parentElement)) continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        const [box] = range.getClientRects()
        if (box && box.width > 1 && box.height > 1) {
          found.push({ element: parentElement, words: words.slice(0, 40), box })
        }
      }
      return found
    }

    function isSeen(element: Element): boolean {
      const isDrawn = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const isForEyes = !element.closest(
        '.unseen, .skip-link, svg, script, style, noscript, option',
      )
      return isDrawn && isForEyes
    }

    /** A few pixels are the business of accents and line heights. */
    function overlap(one: DOMRect, other: DOMRect): boolean {
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      return width > 3 && height > 6
    }
  })
}
