/* The looks of our two installable apps. */

export const MANIFEST_HEADERS = {
  'Content-Type': 'application/manifest+json',
  'Cache-Control': 'public, max-age=3600',
}
/** The header colour, and the page background of the light scheme (app/ui/tokens.css). */
export const THEME = '#063b47'
export const GROUND = '#fbf8f2'

export function icons() {
  return [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('icon-maskable-512', 512, 'maskable'),
  ]
}

function icon(file: string, size: number, purpose: string) {
  return { src: `/${file}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
}
