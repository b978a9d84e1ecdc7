import { isbot } from 'isbot'
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
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
import { hashOf, readMarkedScripts } from './http/marked-scripts.server.ts'
import { provideRequestId } from './http/request-number.ts'
import { stylesOf } from './http/styles.ts'
import { withWordGaps } from './http/word-gaps.ts'
import { PASSING_GAP } from './ui/passing-gaps.ts'
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
  allowOnly(headers, handles, [])
  if (handles.some(({ camera }) => camera)) allowCamera(headers)
  const { keep } = handles.find((handle) => handle.keep) ?? {}
  if (keep && status === 200) {
    headers.set(KEEP, keep)
    if (keep !== 'seats') headers.set('Speculation-Rules', '"/speculation-rules.json"')
  }
  const isError = status === 404 || status >= 500
  const isUnread = request.method === 'HEAD' || (isError && isCrawler(request))
  if (isUnread) return new Response(null, { status, headers })

  const { page, scriptHashes } = handles.some(({ hydrate }) => hydrate)
    ? await renderHydrated(context, request.url)
    : renderPlain(context, request.url, handles)
  allowOnly(headers, handles, scriptHashes)
  return new Response(DOCTYPE + page, { status, headers })
}

/** What the page may run and show: our files, its style sheet, and the scripts that the router wrote. */
function allowOnly(headers: Headers, handles: readonly Handle[], scriptHashes: readonly string[]) {
  if (!import.meta.env.PROD) return
  const policy = contentSecurityPolicy(styleHashOf(stylesOf(handles)), scriptHashes)
  headers.set('Content-Security-Policy', policy)
}

function renderPlain(context: EntryContext, url: string, handles: readonly Handle[]) {
  const page = renderToString(<ServerRouter context={context} url={url} />)
  const isOfPhone = handles.some(({ app }) => app !== undefined)
  return { page: withWordGaps(page, isOfPhone ? PASSING_GAP : ' '), scriptHashes: [] }
}

/**
 * Renders a page on which React goes on in the browser. The router streams its data, which only the
 * renderer of streams waits for; both write the mark on their own inline scripts and on no other.
 */
async function renderHydrated(context: EntryContext, url: string) {
  const mark = randomBytes(16).toString('base64url')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const router = <ServerRouter context={context} url={url} nonce={mark} />
  const { pipe } = renderToPipeableStream(router, {
    nonce: mark,
    progressiveChunkSize: Infinity,
    onAllReady: resolve,
    onError: reject,
  })
  await promise
  const { html, hashes } = readMarkedScripts(await text(pipe(new PassThrough())), mark)
  return { page: withWordGaps(html.replace(DOCTYPE, ''), PASSING_GAP), scriptHashes: hashes }
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

function styleHashOf(styles: string): string {
  const hash = styleHashes.get(styles) ?? hashOf(styles)
  styleHashes.set(styles, hash)
  return hash
}
