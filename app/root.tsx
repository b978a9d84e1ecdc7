import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'

import { company } from '#operator'
import * as paths from '#paths'
import { imagePath, PREVIEW } from '#platform/images/image-options.ts'
import { LANGUAGES, MAIN_LOCALE } from '#platform/languages.ts'
import { LOCALES, localePath, plainPath, type Locale } from '#platform/locale.ts'
import { notePattern } from '#platform/requests/request-id.server.ts'

import type { Route } from './+types/root'
import { findStopped, StoppedPage } from './components/office/stopped-page.tsx'
import { PageLink } from './components/page-link.tsx'
import { Picture } from './components/picture.tsx'
import { SiteFooter } from './components/site-footer.tsx'
import { SiteHeader } from './components/site-header.tsx'
import { SiteNotices } from './components/site-notices.tsx'
import { notFound } from './http/found.ts'
import type { Handle } from './http/handle.ts'
import { localeMiddleware } from './http/locale.server.ts'
import { oneSpelling } from './http/one-spelling.server.ts'
import { tabTitle } from './http/page-meta.ts'
import { requestNumber } from './http/request-number.ts'
import { readSiteFacts } from './http/site-facts.server.ts'
import { stylesOf } from './http/styles.ts'
import { translation } from './i18n/translation.ts'
import logIn from './live/log-in.ts?worker&url'
import stayCurrent from './live/stay-current.ts?worker&url'
import greek from './ui/fonts/commissioner-greek.woff2?url'
import latin from './ui/fonts/commissioner-latin.woff2?url'

const FONTS = { greek }

export const middleware: Route.MiddlewareFunction[] = [
  ({ pattern }, next) => {
    notePattern(pattern)
    return next()
  },
  oneSpelling,
  localeMiddleware,
  /** No id contains this character, and the database would report it as a fault of ours. */
  ({ url }, next) => {
    if (/%00/.test(url.pathname)) throw notFound()
    return next()
  },
]

/** On the timetable of a route, the notices about it and its stops are among the facts. */
export function loader({ params: { id }, pattern }: Route.LoaderArgs) {
  const isTimetable = plainPath(pattern) === decodeURIComponent(paths.timetable(':id'))
  return readSiteFacts(isTimetable ? id : undefined)
}

export function Layout({ children }: { children: React.ReactNode }) {
  const { messages, locale } = translation()
  const site = useRouteLoaderData<typeof loader>('root')
  const handles = usePageHandles()
  const error = useRouteError()
  const isError = Boolean(error)
  // Only pages of the office hydrate, so the browser's bundle goes without the frame of the others.
  const isOffice =
    !import.meta.env.SSR ||
    findStopped(error) !== undefined ||
    handles.some(({ shell }) => shell === 'office')
  const isHydrated = !isError && handles.some(({ hydrate }) => hydrate)
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <Meta />
        {import.meta.env.SSR ? (
          <Addresses
            isKnown={!isError && !handles.some(({ personal, shell }) => personal ?? shell)}
          />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        {/* Browsers also request /favicon.ico and /apple-touch-icon.png on their own. */}
        <link rel="icon" href="/favicon.svg" />
        <link rel="manifest" href={localePath(locale, manifestOf(handles))} />
        <meta name="theme-color" content="#063b47" />
        {import.meta.env.SSR && site && !isError && <Preview origin={site.origin} />}
        {/* Empty in the browser, where the server's markup stays as it is (vite.config.ts). */}
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: stylesOf(handles) }} />
        {isError &&
          handles.map(({ sheets }) =>
            sheets ? <link key={sheets.rest} rel="stylesheet" href={sheets.rest} /> : undefined,
          )}
      </head>
      <body
        className={isOffice ? 'office' : undefined}
        data-company={isHydrated ? JSON.stringify(company()) : undefined}
      >
        <div hidden dangerouslySetInnerHTML={{ __html: preloadsIn(locale) }} />
        <a className="skip" href="#content">
          {messages.common.skipToContent}
        </a>
        {isOffice ? (
          children
        ) : (
          <>
            <SiteHeader isDemonstration={site?.isDemonstration ?? false} />
            {site?.notices && <SiteNotices notices={site.notices} />}
            <main id="content">{children}</main>
            <SiteFooter year={site?.year} />
            {!isError && <script src={logIn} type="module" />}
          </>
        )}
        {isHydrated && (
          <>
            <script src={stayCurrent} type="module" />
            <Scripts />
          </>
        )}
        {import.meta.env.DEV && !isHydrated && <script type="module" src="/@vite/client" />}
      </body>
    </html>
  )
}

/**
 * The fonts of a language are fetched early. Chromium delays the first paint by up to a tenth of a
 * second for fonts that the head asks for, so the body asks; React would move the links to the head.
 */
function preloadsIn(locale: Locale): string {
  return [latin, ...LANGUAGES[locale].alphabets.map((alphabet) => FONTS[alphabet])]
    .map((font) => `<link rel="preload" href="${font}" as="font" crossorigin>`)
    .join('')
}

/** The app that a browser offers to install from this page. */
function manifestOf(handles: readonly Handle[]): string {
  return handles.some(({ app }) => app) ? paths.boardingManifest() : paths.manifest()
}

/**
 * The address of this page in each language, for search engines; noindex if the page is not for
 * them.
 */
function Addresses({ isKnown }: { isKnown: boolean }) {
  const site = useRouteLoaderData<typeof loader>('root')
  const page = plainPath(useLocation().pathname)
  if (!isKnown || !site?.isListed) return <meta name="robots" content="noindex" />

  const addressIn = (locale: Locale) => site.origin + localePath(locale, page)
  return (
    <>
      <link rel="canonical" href={addressIn(translation().locale)} />
      {LOCALES.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={addressIn(locale)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressIn(MAIN_LOCALE)} />
    </>
  )
}

/**
 * The preview of a link to this page on other sites. A personal page shows the preview of the site:
 * a forwarded ticket must not reveal its ride.
 */
function Preview({ origin }: { origin: string }) {
  const { locale, messages } = translation()
  const handles = usePageHandles()
  const { params = {} } = useMatches().at(-1) ?? {}
  const file = handles.map(({ preview }) => preview?.(params)).find(Boolean)
  const wanted = { ...PREVIEW, format: 'jpeg', quality: 60 } as const
  const picture = imagePath(file ?? `preview-${locale}.webp`, wanted)
  return (
    <>
      {handles.some(({ personal }) => personal) && (
        <>
          <meta property="og:title" content={company().name} />
          <meta property="og:description" content={messages.home.description} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company().name} />
      <meta property="og:locale" content={LANGUAGES[locale].tag.replace('-', '_')} />
      <meta property="og:url" content={origin + useLocation().pathname} />
      <meta property="og:image" content={origin + picture} />
      <meta property="og:image:width" content={String(PREVIEW.width)} />
      <meta property="og:image:height" content={String(PREVIEW.height)} />
      <meta property="og:image:alt" content={company().name} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function usePageHandles(): Handle[] {
  return useMatches().flatMap(({ handle }) => (handle as Handle | undefined) ?? [])
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { errors } = translation().messages
  const { pathname } = useLocation()
  const stopped = import.meta.env.SSR && findStopped(error)
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const { hours, phone } = company()
  const number = requestNumber()
  if (stopped) return <StoppedPage {...stopped} />
  return (
    <div className="wrap section columns">
      <div className="stack">
        <title>{tabTitle(isMissing ? errors.notFoundTitle : errors.serverError)}</title>
        <h1>
          {isMissing ? errors.pageNotFound(shorten(decodePath(pathname))) : errors.serverError}
        </h1>
        <p>{isMissing ? errors.notFoundAdvice : errors.serverErrorAdvice}</p>
        <p className="row">
          <PageLink className="button button-action" to={paths.home()}>
            {errors.toHome}
          </PageLink>
          <PageLink className="button" to={paths.timetables()}>
            {errors.toTimetables}
          </PageLink>
        </p>
        <p>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>
            {errors.callUs(phone, hours.from, hours.until)}
          </a>
        </p>
        {!isMissing && number && <p className="soft">{errors.requestId(number)}</p>}
      </div>
      {isMissing && import.meta.env.SSR && (
        <Picture
          of="private-hire"
          size={{ width: 1536, height: 960 }}
          sizes="(min-width: 56rem) 20rem, 93vw"
          widest={640}
        />
      )}
    </div>
  )
}

/** Long enough to show a typing mistake, and too short for an attacker's message. */
const MAX_SHOWN_LENGTH = 60

function shorten(path: string): string {
  const letters = Array.from(path)
  return letters.length > MAX_SHOWN_LENGTH
    ? `${letters.slice(0, MAX_SHOWN_LENGTH).join('')}…`
    : path
}

/** The path as typed; a malformed one is shown unchanged. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
