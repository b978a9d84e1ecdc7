import { redirect, type MiddlewareFunction } from 'react-router'

/**
 * The router ignores the case of a path and extra slashes. A page in another spelling redirects to
 * its one address before it is rendered; the query is kept.
 */
export const oneSpelling: MiddlewareFunction<Response> = ({ request, url, pattern }, next) => {
  const isLooking = request.method === 'GET' || request.method === 'HEAD'
  const ours = isLooking ? ourSpelling(pattern, url.pathname) : undefined
  if (ours !== undefined) throw redirect(ours + url.search, 308)
  return next()
}

/**
 * The canonical path of a page; undefined if this is it already, or if there is no such page. It
 * begins with one of our own segments, so it cannot lead to another site. Ids keep their spelling,
 * since they are case-sensitive.
 *
 * @param pattern of the matched route, such as /tickets/:id
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
