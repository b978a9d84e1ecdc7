import type { DriverLanguage } from '#modules/fleet/driver.ts'

const languages: Record<DriverLanguage, string> = {
  greek: 'Greek',
  english: 'English',
  german: 'German',
  french: 'French',
  russian: 'Russian',
  arabic: 'Arabic',
  hebrew: 'Hebrew',
  romanian: 'Romanian',
  bulgarian: 'Bulgarian',
}

export const drivers = {
  title: 'Drivers',
  intro: 'Drivers are members of staff with the role “driver”.',
  empty: 'No member of staff has the role “driver” yet. An owner gives it on the page Staff.',
  caption: 'Drivers by name',
  name: 'Name',
  languagesHead: 'Languages',
  languages,
  phone: 'Telephone',
  phoneHint: 'The office calls this number. It is deleted when the driver leaves.',
  licence: 'Licence valid until',
  licenceShort: 'Licence until',
  licenceOver: (on: string) => `expired on ${on}`,
  absence: 'Absent',
  absentFromUntil: (from: string, until: string) => (from === until ? from : `${from} to ${until}`),
  details: 'Details',
  save: 'Save',
  absences: 'Absences',
  noAbsences: 'No absences from today on.',
  absentFrom: 'Absent from',
  absentUntil: 'Last day of the absence',
  absenceHint: 'The reason is not needed for planning, so it is not recorded.',
  addAbsence: 'Add the absence',
  back: 'Cancel the absence',
  refusals: {
    'phone-wrong': 'Enter a Cyprus number, or one with its country code, such as +44.',
    'date-wrong': 'Enter a date.',
    'ends-before-it-begins': 'The last day comes before the first.',
    'no-such-absence': 'This absence has already been cancelled.',
    changed: (name: string, when: string) =>
      `${name} changed this driver on ${when}. Open the page again.`,
  },
}
