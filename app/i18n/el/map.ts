import type { Messages } from '#app/i18n/en.ts'

export const map: Messages['map'] = {
  title: 'Χάρτης των γραμμών μας',
  lineTitle: (name) => `Χάρτης της γραμμής ${name}`,
  heading: 'Στον χάρτη',
  describe: (lines) => `Η Κύπρος με τις γραμμές μας: ${lines.join('· ')}.`,
  describeLine: (stops) => `Η διαδρομή του λεωφορείου: ${stops.join(', ')}.`,
}
