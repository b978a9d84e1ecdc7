export const ticket = {
  title: (ride: string) => `Ticket: ${ride}`,
  pdf: 'PDF',
  calendar: 'Add to calendar',
  print: 'Print',
  printHint: 'Your browser’s print command puts the ticket on one sheet.',
  offline: 'Once opened here, this ticket also opens without a connection.',
  savedAt: (when: string) =>
    `There is no connection. This copy was saved at ${when}; it does not show later changes.`,
  nextBus: {
    title: 'Will you miss this bus, or have you missed it?',
    offer: (when: string, fullBefore: number) =>
      fullBefore === 0
        ? `Your ticket is good for the next scheduled bus: ${when}.`
        : `Your ticket is good for the first later bus with room: ${when}.`,
    terms:
      'It costs nothing and can be done once. Your seat on the earlier bus is free for others at once, and no money comes back.',
    take: (clock: string) => `Take the bus at ${clock}`,
    none: 'No later bus has room in the coming days. Please call us, and we will look for a way.',
    taken: 'Your seat on this bus is kept. The earlier ticket is no longer good; this one is.',
    refusals: {
      'too-early-to-miss': 'It is too early for that: change the ride instead.',
      'too-late-to-miss': 'The time in which this ticket was good for a later bus is over.',
      'missed-already': 'This ticket stands for a bus that was missed already.',
      'no-later-bus': 'Somebody has just taken the last seats. Look below for the next bus.',
      'quote-changed': 'That bus has filled up just now. Below is the next one with room.',
      'not-running': 'This bus does not run. Choose another one, or your money, in your booking.',
      'being-paid': 'A change of this booking is being paid for at this moment.',
    },
  },
  notRunning: {
    title: 'This bus does not run',
    advice:
      'We are sorry. Whoever booked has an e-mail from us, and chooses in the booking: another bus, or all of the money back.',
  },
  void: {
    title: 'This ticket is no longer good',
    advice:
      'The ride was changed or given up after this ticket was issued. If it was changed, the new ticket came by e-mail to whoever booked.',
    toBookings: 'My bookings',
  },
}
