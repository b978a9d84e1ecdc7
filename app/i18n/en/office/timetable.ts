import type { PublishRefusal } from '#modules/gtfs/draft/draft.ts'

const published: Record<PublishRefusal, string> = {
  'other-timetable':
    'It was not published: another timetable had been published in the meantime. Make a new preview.',
  'more-people':
    'It was not published: more people were concerned by then than the preview had said. Make a new preview.',
  'takes-off-sale':
    'It was not published: by then it would have taken most departures off sale. Make a new preview.',
  'unsound-feed': 'It was not published: the feed had problems by then.',
}

export const timetable = {
  title: 'Timetable',
  intro:
    'A new timetable begins as a draft. Its preview says what would change and for whom; nothing changes before it is published.',
  upload: {
    title: 'Upload a timetable',
    name: 'Name',
    nameHint: 'For colleagues, such as “Winter 2027”.',
    file: 'GTFS feed',
    fileHint: (mebibytes: number) => `A zip file of at most ${mebibytes} MB.`,
    send: 'Upload',
    download: 'Download the timetable on sale',
  },
  drafts: {
    caption: 'Drafts',
    empty: 'Nobody is preparing a timetable.',
    name: 'Draft',
    state: 'State',
    made: 'Made',
  },
  states: {
    draft: 'Draft',
    scheduled: (when: string) => `Will be published on ${when}`,
    publishing: 'Is being published',
    published: 'Published',
  },
  madeBy: (name: string, when: string) => `${name}, ${when}`,
  editions: {
    caption: 'Published timetables',
    source: 'Timetable',
    published: 'Published',
    until: 'Until',
    act: 'Action',
    onSale: 'On sale',
    restore: 'Make a draft of it',
    notKept: 'Not kept',
  },
  draft: {
    download: 'Download the feed',
    working: 'The preview is being made. This page shows it once it is ready.',
    ready: 'The preview is ready.',
    lookAgain: 'Look again',
    old: 'Another timetable has been published since this preview. Make a new preview.',
    preview: 'Preview',
    again: 'Make a new preview',
    problems: (count: number) =>
      count === 1
        ? 'The feed has a problem. Correct it, and upload the feed again.'
        : `The feed has ${count} problems. Correct them, and upload the feed again.`,
    warnings: (count: number) => (count === 1 ? '1 remark' : `${count} remarks`),
    until: 'Last day',
    people: 'People concerned',
    departures: {
      made: 'New departures',
      removed: 'Unsold departures that go',
      withdrawn: 'Sold departures that no longer run',
      moved: 'Sold departures with other times or stops',
      differing: 'Sold departures with another bus',
      restored: 'Departures on sale again',
      pinned: 'Changed by hand, and kept as they are',
    },
    fares: 'Fares that change',
    concerned: 'Departures with passengers',
    leaves: 'Leaves',
    route: 'Line',
    passengers: 'Passengers',
    change: 'Change',
    kinds: { withdrawn: 'no longer runs', moved: 'other times or stops' },
    silence:
      'Nobody is moved or told without you: bookings stay as they were made. Their departures are no longer sold, and Today lists them.',
    nobody: 'No departure with passengers changes.',
    tooMuch: (lost: number, before: number) =>
      `This takes ${lost} of ${before} departures off sale.`,
    takeOffSale: 'Take them off sale',
    publish: 'Publish',
    at: 'Publish at',
    atHint: 'Cyprus time. Leave it empty to publish now.',
    unschedule: 'Do not publish',
    discard: 'Delete the draft',
  },
  refusals: {
    'name-missing': 'Give the timetable a name.',
    'file-missing': 'Choose the zip file of the feed.',
    'not-kept': 'The feed of this timetable was not kept.',
    'not-a-draft': 'This is no draft any more. Open the page again.',
    'not-scheduled': 'This is not waiting to be published any more. Open the page again.',
    'no-preview': 'Wait for the preview first.',
    'unsound-feed': 'A feed with problems cannot be published.',
    'other-timetable':
      'Another timetable has been published since the preview. Make a new preview first.',
    'takes-off-sale': 'Tick that these departures are to be taken off sale.',
    'in-the-past': 'This moment has passed. Choose a later one, or leave it empty.',
    'moment-unreadable': 'Enter a date and a time, or leave it empty.',
  },
  published,
}
