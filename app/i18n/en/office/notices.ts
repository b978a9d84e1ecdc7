export const notices = {
  title: 'Notices',
  /** The name of the notices on a public page, for screen readers. */
  label: 'Notices',
  add: 'New notice',
  titleOf: (state: string) => `Notice: ${state.toLowerCase()}`,
  newTitle: 'New notice',
  empty: 'No notices yet.',
  columns: { text: 'Text', place: 'Where', state: 'State', from: 'From', until: 'Until', by: 'By' },
  places: {
    'every-page': 'All pages',
    route: 'The timetable of a route',
    stop: 'A stop',
  },
  tones: { info: 'Information', warning: 'Warning' },
  states: { draft: 'Draft', published: 'Published', 'taken-down': 'Taken down' },
  openEnd: 'until taken down',
  place: 'Where',
  placeHint:
    'A notice about a stop appears on the timetables of all routes that call there, and on tickets from or to it.',
  tone: 'Kind',
  from: 'From',
  until: 'Until',
  untilHint: 'Leave empty to show it until you take it down. Times are Cyprus time.',
  textIn: (language: string) => `Text (${language})`,
  textHint: (most: number) => `At most ${most} characters. A draft may have only one language.`,
  save: 'Save draft',
  publish: 'Publish',
  takeDown: 'Take down',
  preview: 'Preview',
  within: 'A change shows here immediately, and on every server of the site within a minute.',
  onceDown: 'To change a published notice, take it down first.',
  refusals: {
    'no-words': 'Write the text in at least one language.',
    'too-long': (language: string, most: number) =>
      `The text in ${language} may have at most ${most} characters.`,
    'place-missing': 'Choose where the notice should appear.',
    'ends-before-it-begins': 'The end must be after the beginning.',
    'language-missing': (language: string) =>
      `The text (${language}) is missing. A notice is published in both languages or not at all.`,
    over: 'The end of this notice has passed. Choose a later one.',
    'bad-time': 'Enter a date and a time.',
    'not-in-this-state': (state: string) => `That is not possible in this state: ${state}.`,
    changed: (name: string, when: string) =>
      `${name} changed this notice at ${when}. Nothing was saved: please look at it again.`,
  },
}
