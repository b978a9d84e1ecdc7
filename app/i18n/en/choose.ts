/** The page on which passengers of a cancelled bus choose. */
export const choose = {
  title: 'Your bus has been cancelled',
  runsTitle: 'Your bus is running after all',
  bus: 'Your bus',
  planned: 'Planned departure',
  party: 'Passengers',
  sorry: 'We are sorry. Please choose what suits you best; everything here is free of charge.',
  kept: (until: string) => `We are keeping seats for you until ${until}.`,
  none: 'No other bus at about this time has enough seats for you. You can get a full refund, or choose any other bus in your booking.',
  moves: (bus: string, until: string) =>
    `If you do nothing by ${until}, we will move you to the bus at ${bus}. You can still have the full refund until that bus leaves.`,
  silence:
    'If you do nothing, we will refund the whole fare automatically after the day of travel.',
  take: (times: string) => `Take the ${times} bus`,
  refund: (amount: string) => `Refund ${amount}`,
  refundFinal: 'Nothing is deducted. This cannot be undone.',
  onBus: (date: string, times: string) => `You are on the bus on ${date}, ${times}`,
  ticket: 'We have emailed your new ticket to you. The old one is no longer valid.',
  unasked:
    'You did not choose in time, so we moved you to this bus, as we had written. You can have the full refund until it leaves.',
  toBooking: 'Open the booking and the ticket',
  change: (until: string) => `You can change your mind until ${until}:`,
  refunded: 'Your refund is on its way',
  refundOnItsWay: 'We have emailed the details to you.',
  runs: 'You do not have to do anything. Your ticket is valid as before.',
  over: (amount: string) =>
    `The time for which we kept seats is over. You can still choose any other bus in your booking, or have ${amount} refunded. If you do nothing, we will refund it after the day of travel.`,
  ended: 'There is nothing left to choose here.',
  otherBuses: 'See all other buses in your booking',
  help: (phone: string) => `Would you rather talk to us? Call ${phone}.`,
  split: {
    title: 'Only some of us will travel',
    story: 'Say who takes the bus. The others get back in full what they paid.',
    count: (category: string, of: number) => `${category} who travel (of ${of})`,
    paid: (fare: string) => `${fare} each`,
    wheelchairs: (of: number) => `In a wheelchair (of ${of})`,
    button: (times: string) => `These take the ${times} bus, refund the others`,
  },
  refusals: {
    over: 'The time to choose is over. What happens now is written below.',
    runs: 'Your bus is running after all, so nothing was changed.',
    refunded: 'Your refund is already on its way, so the seats are no longer kept.',
  },
}
