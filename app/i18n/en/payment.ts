export const payment = {
  title: 'Payment',
}
