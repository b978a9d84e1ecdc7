import { found } from '#app/http/found.ts'
import { answerPdf } from '#app/http/pdf-response.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { findManifest } from '#modules/boarding/lists/find-manifest.server.ts'
import { renderManifestPdf } from '#modules/documents/render-pdf.server.ts'
import { now } from '#platform/clock.server.ts'
import { env } from '#platform/settings/env.server.ts'

import type { Route } from './+types/manifest.pdf'
import { nameFile } from './file-name.ts'

/** The passenger list as a PDF, in the language of the path. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const { locale } = translation()
  const manifest = found(await findManifest(params.id, { locale, now: now() }))
  const demonstration = env().MODE === 'demonstration'
  return answerPdf(request, params.id, nameFile(manifest, 'pdf'), () =>
    renderManifestPdf(manifest, { demonstration }),
  )
}
