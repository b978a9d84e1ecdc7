import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

import { localeOf, localePrefix, plainPath } from '#platform/locale.ts'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/** A word that can be spelled in no other way. */
const PLAIN = /^[a-z0-9-]+$/

/**
 * Answers requests as the router does. It compares each address with the pages of the site one by one,
 * several times a request, and lists all of them again to show one. So it is given only those that begin
 * with the same word as the address, and those that need not begin with a word. An address with any other
 * first word, or in a spelling that the router alone knows, is compared with all.
 */
export function routeByWord(build: ServerBuild): RequestHandler {
  const routeAmong = (routes: Routes) => {
    const listed = Object.entries(build.assets.routes).filter(([id]) => id in routes)
    const assets = { ...build.assets, routes: Object.fromEntries(listed) }
    return createRequestHandler({ ...build, routes, assets }, 'production')
  }
  const words = listWords(build.routes)
  const all = routeAmong(build.routes)
  const handlers = new Map<string, RequestHandler>()
  return (request) => {
    const word = wordOf(new URL(request.url).pathname)
    if (word === undefined || !words.has(word)) return all(request)
    const handler = handlers.get(word) ?? routeAmong(narrowRoutes(build.routes, word))
    handlers.set(word, handler)
    return handler(request)
  }
}

/** The words with which the addresses of the pages begin. */
export function listWords(routes: Routes): ReadonlySet<string> {
  return new Set(wordsOf(routes).flatMap(({ word }) => word ?? []))
}

/** The pages that begin with this word or with none, or with any, and the routes around them. */
export function narrowRoutes(routes: Routes, wanted: string): Routes {
  const kept = wordsOf(routes).filter(({ word }) => word === wanted || word === undefined)
  const all = kept.flatMap(({ route }) => [...enclosingOf(routes, route), route])
  return Object.fromEntries(all.map((route) => [route.id, route]))
}

/** The first word of an address behind its language, with the language: `cart`, `el/cart`. */
export function wordOf(pathname: string): string | undefined {
  const [, word = ''] = plainPath(pathname).split('/')
  return PLAIN.test(word) ? `${localePrefix(localeOf(pathname))}/${word}`.slice(1) : undefined
}

function wordsOf(routes: Routes): { route: Route; word: string | undefined }[] {
  return Object.values(routes).flatMap((route) => {
    if (!route) return []
    const way = [...enclosingOf(routes, route), route]
    const steps = way.flatMap(({ path = '' }) => path.split('/').filter((step) => step !== ''))
    return [{ route, word: wordOf(`/${steps.join('/')}`) }]
  })
}

/** The routes around this one, the outermost first. */
function enclosingOf(routes: Routes, { parentId }: Route): Route[] {
  const parent = parentId === undefined ? undefined : routes[parentId]
  return parent ? [...enclosingOf(routes, parent), parent] : []
}
