import { isbot } from 'isbot'
import { createHash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
} from 'react-router'

import { KEEP } from '#platform/answers/page-cache.server.ts'
import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'
import { LineFullError } from '#platform/limits/turns.server.ts'
import { log } from '#platform/log.server.ts'
import { markUnavailable, requestId } from '#platform/requests/request-id.server.ts'
import { allowCamera, contentSecurityPolicy } from '#platform/requests/security-headers.server.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

import type { Handle } from './http/handle.ts'
import { provideRequestId } from './http/request-number.ts'
import { stylesOf } from './http/styles.ts'
import { withWordGaps } from './http/word-gaps.ts'
import { provideOrigin } from './ui/structured.tsx'

provideOrigin(siteOrigin)
provideRequestId(requestId)

/** Standards mode; React adds it only to what it streams. */
const DOCTYPE = '<!DOCTYPE html>'

/** Renders the whole page before responding, so that the status is correct. No page waits while it is rendered. */
export default async function answerPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const handles = handlesOf(context)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (import.meta.env.PROD) {
    headers.set('Content-Security-Policy', contentSecurityPolicy(styleHashOf(stylesOf(handles))))
  }
  if (handles.some(({ camera }) => camera)) allowCamera(headers)
  const { keep } = handles.find((handle) => handle.keep) ?? {}
  if (keep && status === 200) {
    headers.set(KEEP, keep)
    if (keep !== 'seats') headers.set('Speculation-Rules', '"/speculation-rules.json"')
  }
  const isError = status === 404 || status >= 500
  const isUnread = request.method === 'HEAD' || (isError && isCrawler(request))
  if (isUnread) return new Response(null, { status, headers })

  const page = renderToString(<ServerRouter context={context} url={request.url} />)
  const html = DOCTYPE + withWordGaps(page)
  return new Response(html, { status, headers })
}

/** A missing page is the visitor's mistake; any other error is a fault and is logged here, once. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error) || request.signal.aborted) return
  if (error instanceof LineFullError) return markUnavailable('busy')
  if (isDatabaseAway(error)) markUnavailable()
  log.error({ err: error, requestId: requestId() }, 'A page failed')
}

function handlesOf({ routeModules, staticHandlerContext }: EntryContext): Handle[] {
  const modules = staticHandlerContext.matches.map(({ route }) => routeModules[route.id])
  return modules.flatMap((module) => (module?.handle as Handle | undefined) ?? [])
}

/** Search engines need the status of an error and no text about it. */
function isCrawler(request: Request): boolean {
  return isbot(request.headers.get('user-agent'))
}

const styleHashes = new Map<string, string>()

/** SHA-256 in base64, as a Content-Security-Policy names inline code. */
function styleHashOf(styles: string): string {
  const hash = styleHashes.get(styles) ?? createHash('sha256').update(styles).digest('base64')
  styleHashes.set(styles, hash)
  return hash
}
