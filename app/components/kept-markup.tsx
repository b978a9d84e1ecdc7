import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'

import { translation } from '#app/i18n/translation.ts'

/**
 * The markup of a component that is a function of its props and the language alone: rendered once for
 * equal props, and kept. It must contain no id that React makes, since several are on one page.
 *
 * @param max markups that are kept; the least recently used is rendered again
 */
export function keepMarkup<Props extends object>(
  max: number,
  render: (props: Props) => React.ReactNode,
): (props: Props) => { __html: string } {
  const kept = new LRUCache<string, { __html: string }>({ max })
  return (props) => {
    const key = translation().locale + JSON.stringify(props)
    const before = kept.get(key)
    if (before) return before
    const markup = { __html: renderToString(render(props)) }
    kept.set(key, markup)
    return markup
  }
}
