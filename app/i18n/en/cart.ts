export const cart = {
  title: 'Your cart',
}
