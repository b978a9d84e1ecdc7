import type { Manifest } from '#modules/documents/manifest.ts'

/** "manifest-NL-2026-11-20.pdf"; the name of a route may have letters that a file name has not. */
export function nameFile({ routeShortName, serviceDate }: Manifest, type: 'csv' | 'pdf'): string {
  const route = routeShortName.replaceAll(/[^\w-]/g, '')
  return `manifest-${route}-${serviceDate.toString()}.${type}`
}
