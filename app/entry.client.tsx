import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { localeOf, plainPath, type Locale } from '#platform/locale.ts'

import type { Messages } from './i18n/en.ts'
import { surfacesOf } from './i18n/hydrated.ts'
import { provideTranslation } from './i18n/translation.ts'

/** The files listed in i18n/hydrated.ts. A page fetches only those it shows, in one language. */
const FILES = import.meta.glob<Partial<Messages>>('./i18n/*/{common,errors,cart}.ts')

const locale = localeOf(location.pathname)
const messages = await loadMessages(locale)
provideTranslation(() => ({ locale, messages }))
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

/** Loads the sentences of this page; those of other pages are missing and never requested. */
async function loadMessages(language: Locale): Promise<Messages> {
  const folder = `./i18n/${language}/`
  const wanted =
    surfacesOf(plainPath(location.pathname))?.map((surface) => `${folder}${surface}.ts`) ??
    Object.keys(FILES).filter((file) => file.startsWith(folder))
  const loaded = await Promise.all(wanted.map(async (file) => FILES[file]?.()))
  return Object.assign({}, ...loaded) as Messages
}
