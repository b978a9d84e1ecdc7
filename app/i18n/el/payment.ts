import type { Messages } from '#app/i18n/en.ts'

export const payment: Messages['payment'] = {
  title: 'Πληρωμή',
}
