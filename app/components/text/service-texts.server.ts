import { SERVICES, type Service } from '#modules/enquiries/forms.ts'

import { readText } from './read-text.server.ts'

export type ServiceSummary = { slug: Service; title: string; description: string }

/** The text of a service: content/en/service-vip-taxi.md. */
export function readService(slug: Service) {
  return readText(`service-${slug}`)
}

/** All services in their order, each with one sentence. */
export async function listServices(): Promise<ServiceSummary[]> {
  const texts = await Promise.all(SERVICES.map(readService))
  return SERVICES.map((slug, place) => {
    const { title = '', description = '' } = texts[place] ?? {}
    return { slug, title, description }
  })
}
