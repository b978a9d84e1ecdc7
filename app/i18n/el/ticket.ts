import type { Messages } from '#app/i18n/en.ts'

export const ticket: Messages['ticket'] = {
  title: 'Εισιτήριο',
}
