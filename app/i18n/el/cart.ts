import type { Messages } from '#app/i18n/en.ts'

export const cart: Messages['cart'] = {
  title: 'Το καλάθι σας',
}
