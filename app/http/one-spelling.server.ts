import { redirect, type MiddlewareFunction } from 'react-router'

/**
 * The router finds a page whatever the case of its words, and with slashes to spare. Whoever looks at
 * one in such a spelling is led to its address before anything is made; a query goes along.
 */
export const oneSpelling: MiddlewareFunction<Response> = ({ request, url, pattern }, next) => {
  const isLooking = request.method === 'GET' || request.method === 'HEAD'
  const ours = isLooking ? ourSpelling(pattern, url.pathname) : undefined
  if (ours !== undefined) throw redirect(ours + url.search, 308)
  return next()
}

/**
 * The one address of what was found at another; nothing where that is it already, or no page is known.
 * It begins with a word of ours, so it leads to no other site. What stands for an id is left as it
 * came, since ids differ by the case of their letters.
 *
 * @param pattern of the route that was found, such as /tickets/:id
 */
export function ourSpelling(pattern: string, pathname: string): string | undefined {
  const words = partsOf(pattern)
  const given = partsOf(pathname)
  if (pattern.includes('*') || words.length !== given.length) return undefined
  const spelled = words.map((word, place) => (word.startsWith(':') ? given[place] : word))
  const ours = `/${spelled.join('/')}`
  return ours === pathname ? undefined : ours
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}
