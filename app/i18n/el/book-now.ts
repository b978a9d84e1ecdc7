import type { Messages } from '#app/i18n/en.ts'

export const bookNow: Messages['bookNow'] = {
  title: 'Κράτηση',
}
