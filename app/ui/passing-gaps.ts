/**
 * A gap that the browser takes out again before React goes on there, which expects its markup as it made it. No text
 * that a form takes has one (platform/text/lines.ts).
 */
export const PASSING_GAP = '\t'

/** Takes out the gaps that the server has put between words for text browsers (http/word-gaps.ts). */
export function takeOutGaps(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    const isPlain = !text.parentElement?.closest('script, style, textarea, pre')
    if (!isPlain || !text.data.includes(PASSING_GAP)) continue
    text.data = text.data.replaceAll(PASSING_GAP, '')
    if (text.data === '') text.remove()
  }
}
