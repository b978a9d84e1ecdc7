import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { adoptCompany, type Company } from '#operator'
import { localeOf } from '#platform/locale.ts'

import type { Handle } from './http/handle.ts'
import type { Messages } from './i18n/en.ts'
import { provideTranslation } from './i18n/translation.ts'
import { takeOutGaps } from './ui/passing-gaps.ts'

/* Only pages whose handle says `hydrate` load this. They fetch the sentences that it names, in one language, and
   take the company details from the server. */

type Office = Messages['office']

const SHARED = import.meta.glob<Partial<Messages>>('./i18n/*/{common,errors}.ts')
const AREAS = import.meta.glob<Partial<Office>>('./i18n/*/office/*.ts')

declare global {
  interface Window {
    /** The router's own: the pages that the document has loaded, and the release that they are of. */
    __reactRouterRouteModules?: Record<string, { handle?: Handle }>
    __reactRouterManifest?: { version: string }
  }
}

adoptCompany(JSON.parse(document.body.dataset['company'] ?? '') as Company)
const locale = localeOf(location.pathname)
const folder = `./i18n/${locale}`
// oxlint-disable-next-line no-underscore-dangle -- the router's own name
const modules = Object.values(window.__reactRouterRouteModules ?? {})
const areas = modules.flatMap(({ handle }) => handle?.hydrate ?? [])
const [shared, office] = await Promise.all([
  Promise.all(['common', 'errors'].map(async (name) => SHARED[`${folder}/${name}.ts`]?.())),
  Promise.all(areas.map(async (area) => AREAS[`${folder}/office/${area}.ts`]?.())),
])
const messages = Object.assign({}, ...shared, { office: Object.assign({}, ...office) }) as Messages
provideTranslation(() => ({ locale, messages }))
takeOutGaps(document.body)
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
