import type { Messages } from '#app/i18n/en.ts'

export const timetables: Messages['timetables'] = {
  title: 'timetables',
}
