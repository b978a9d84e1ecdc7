export const ticket = {
  title: (ride: string) => `Ticket: ${ride}`,
  pdf: 'Download PDF',
  calendar: 'Add to calendar',
  print: 'Print',
  printHint: 'Your browser’s print command prints the ticket on one sheet.',
  offline: 'Once you have opened it here, this ticket also opens without a connection.',
  savedAt: (when: string) =>
    `You are offline. This copy was saved at ${when}; it does not show later changes.`,
  nextBus: {
    title: 'Running late, or missed this bus?',
    offer: (when: string, fullBefore: number) =>
      fullBefore === 0
        ? `You can use your ticket on the next scheduled bus: ${when}.`
        : `You can use your ticket on the first later bus with a free seat: ${when}.`,
    terms:
      'It is free of charge, and you can do it once. You lose your seat on the earlier bus straight away, and there is no refund.',
    landing: (hours: number) =>
      `If your flight is late, it is wiser to wait until you have landed: you can move your ticket only once, and you can still do it up to ${hours} hours after your bus has left.`,
    laterToday: 'Choose a later bus today',
    laterBus: 'Later buses with free seats',
    takeLater: 'Take this bus',
    standBy:
      'You can also wait at the stop for a bus that is fully booked: if a seat is left empty, the driver will let you board with this ticket.',
    take: (clock: string) => `Take the bus at ${clock}`,
    none: 'No later bus has a free seat in the coming days. Please call us and we will help you find another way.',
    taken: 'Your seat on this bus is reserved. The earlier ticket is no longer valid; this one is.',
    countedAboard: ({ aboard, people }: { aboard: number; people: number }) =>
      aboard < people
        ? `${aboard} of the ${people} passengers on this ticket ${aboard === 1 ? 'has' : 'have'} already boarded, so it cannot be moved to a later bus online. Please call us and we will help the rest of your group.`
        : 'This ticket has already been used to board, so it cannot be moved to a later bus. If that is a mistake, please call us.',
    refusals: {
      'too-early-to-miss': 'It is too early for that: change the journey instead.',
      'too-late-to-miss': 'This ticket can no longer be used on a later bus.',
      'missed-already': 'This ticket has already been moved to a later bus once.',
      'no-later-bus': 'Somebody has just taken the last seats. See below for the next bus.',
      'quote-changed': 'That bus has just filled up. The next one with a free seat is below.',
      'not-running': 'This bus is not running. Choose another bus or a refund in your booking.',
      'being-paid': 'A change to this booking is being paid for right now.',
    },
  },
  retimed: {
    title: 'New time',
    story: (before: string, now: string) =>
      `You booked the bus at ${before}. With the new timetable it leaves at ${now}. Your ticket stays valid.`,
  },
  notRunning: {
    advice:
      'We are sorry. We have emailed the person who booked. They can choose another bus or a full refund.',
  },
  missedHere: (hours: number) =>
    `You can reserve the seat on this page from ${hours} hours before your bus leaves.`,
  void: {
    title: 'This ticket is no longer valid',
    advice:
      'This journey was changed or cancelled after the ticket was issued. If it was changed, we emailed the new ticket to the person who booked.',
    toBookings: 'My bookings',
  },
}
