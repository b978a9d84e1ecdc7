import type { Messages } from '#app/i18n/en.ts'

export const map: Messages['map'] = {
  title: 'Χάρτης των διαδρομών μας',
  lineTitle: (name) => `Χάρτης της διαδρομής ${name}`,
  heading: 'Στον χάρτη',
  describe: (lines) => `Η Κύπρος με τις διαδρομές μας: ${lines.join('· ')}.`,
  describeLine: (stops) => `Το λεωφορείο σταματά: ${stops.join(', ')}.`,
}
