import type { Service } from '#modules/enquiries/forms.ts'

/** The pictures in images/, by their subject; each service has its own. */
export const PICTURES = {
  'airline-crew-transport': 'apron.webp',
  'airport-hall': 'airport-hall.webp',
  'coach-hire': 'troodos.webp',
  nicosia: 'nicosia.webp',
  'private-hire': 'paphos-coast.webp',
  'salt-lake': 'salt-lake.webp',
  'school-service': 'school.webp',
  'vip-taxi': 'promenade.webp',
  'wheelchair-accessible-transport': 'lift.webp',
} satisfies Record<Service, string> & Record<string, string>

export type PictureName = keyof typeof PICTURES

/** The version for dark screens. */
export function byNight(file: string): string {
  return file.replace('.webp', '-night.webp')
}
