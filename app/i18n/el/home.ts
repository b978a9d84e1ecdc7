import type { Messages } from '#app/i18n/en.ts'

export const home: Messages['home'] = {
  title: 'home',
}
