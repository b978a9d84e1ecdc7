export const payLink = {
  title: 'Pay for your booking',
  until: (time: string) => `We are holding these seats for you until ${time}, Cyprus time.`,
  total: 'Total, including VAT',
  pay: (total: string) => `Pay ${total}`,
  accept: 'By paying you accept our',
  terms: 'terms and conditions',
  next: 'You pay on the secure page of our payment provider. We then email your tickets to you.',
  paidTitle: 'This booking has been paid for',
  paid: 'We have emailed your tickets to you.',
  overTitle: 'This link has expired',
  over: (phone: string) =>
    `The time to pay has run out, and the seats are on sale again. You have not paid anything. Call us on ${phone} and we will gladly help you book again.`,
}
