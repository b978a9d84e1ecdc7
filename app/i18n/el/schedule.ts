import type { Messages } from '#app/i18n/en.ts'

export const schedule: Messages['schedule'] = {
  title: 'schedule',
}
