import { localeMiddleware } from '#app/http/locale.server.ts'
import { newOpeningId } from '#platform/ids.server.ts'
import { visitorKey } from '#platform/session.server.ts'

/* Pages as a browser asks for them, in the language of the address, without a server between. */

const HERE = 'http://localhost:3000'

/** A browser with a cookie of ours; `key` is what is stored of it. */
export type TestBrowser = { cookie: string; key: string }

export function addBrowser(): TestBrowser {
  const secret = newOpeningId()
  return { cookie: `visitor=${secret}`, key: visitorKey(secret) }
}

/** As a browser does: where an answer makes another visitor of it, it goes on as that one. */
export function keepVisitor(browser: TestBrowser, { setCookies }: Answer<unknown>): void {
  const sets = setCookies.flatMap((set) => /^visitor=([^;]+)/.exec(set)?.[1] ?? [])
  const secret = sets.at(-1)
  if (!secret) return
  const others = browser.cookie.split('; ').filter((one) => !one.startsWith('visitor='))
  browser.cookie = [`visitor=${secret}`, ...others].join('; ')
  browser.key = visitorKey(secret)
}

/** What a page answered: its status, where it leads, what it shows, and the cookies it sets. */
export type Answer<Shown> = {
  status: number
  location: string
  shown: Shown
  setCookies: string[]
  headers: Headers
}

type Asked = {
  browser?: TestBrowser
  params?: Record<string, string>
  /** Sent as a form; without it the page is only looked at. */
  form?: Record<string, string> | URLSearchParams
  /** Sent as it is, whatever it is. */
  body?: { type: string; content: string }
}

type Loader = (args: never) => unknown

/** Calls the loader or the action of a page. What it throws as an answer is an answer here too. */
export async function openPage<Shown>(
  handler: Loader,
  path: string,
  { browser, params = {}, form, body }: Asked = {},
): Promise<Answer<Shown>> {
  const url = new URL(path, HERE)
  const headers = new Headers(browser ? { cookie: browser.cookie } : {})
  if (body) headers.set('Content-Type', body.type)
  const content = body ? body.content : form && new URLSearchParams(form)
  const request = new Request(url, {
    headers,
    ...(content !== undefined && { method: 'POST', body: content }),
  })
  const args = { request, url, params, context: new Map(), pattern: url.pathname }
  let answer: Answer<Shown> | undefined
  const next = async () => {
    answer = await hear<Shown>(() => handler(args as never))
    return new Response()
  }
  await localeMiddleware(args, next)
  if (!answer) throw new Error('the page was not asked')
  return answer
}

type WithStatus = {
  type: 'DataWithResponseInit'
  data: unknown
  init: { status: number; headers?: HeadersInit } | null
}

async function hear<Shown>(ask: () => unknown): Promise<Answer<Shown>> {
  let said: unknown
  try {
    said = await ask()
  } catch (thrown) {
    const isAnswer = thrown instanceof Response || isWithStatus(thrown)
    if (!isAnswer) throw thrown
    said = thrown
  }
  if (said instanceof Response) {
    const location = said.headers.get('Location') ?? ''
    const setCookies = said.headers.getSetCookie()
    const { status, headers } = said
    return { status, location, shown: undefined as Shown, setCookies, headers }
  }
  const noneElse = { location: '', setCookies: [], headers: new Headers() }
  if (!isWithStatus(said)) return { status: 200, shown: said as Shown, ...noneElse }
  const headers = new Headers(said.init?.headers)
  const setCookies = headers.getSetCookie()
  const shown = said.data as Shown
  return { location: '', status: said.init?.status ?? 200, shown, setCookies, headers }
}

function isWithStatus(said: unknown): said is WithStatus {
  return typeof said === 'object' && said !== null && 'type' in said && 'init' in said
}
