export const cart = {
  title: 'Your cart',
  empty: {
    title: 'Your cart is empty',
    advice: 'Choose where you start and where you go. You see every price before you decide.',
    book: 'Search for a bus',
    paid: 'Looking for what you just bought?',
    tickets: 'Your tickets are here',
  },

  hold: {
    until: (time: string) => `Your seats are held until ${time}`,
    explain: 'Until then nobody else can buy them, and nothing has been charged.',
    left: 'left',
    extend: (minutes: number) => (minutes === 1 ? '1 more minute' : `${minutes} more minutes`),
    minutesLeft: (minutes: number) =>
      minutes === 1
        ? 'Your seats are held for 1 more minute.'
        : `Your seats are held for ${minutes} more minutes.`,
    over: 'The time for your seats has run out',
    overAdvice: 'They are on sale again. If they are still free, you can have them back at once.',
    /** Said only where it is true: both were sent to us before. */
    overKept: 'Your name and email are still filled in.',
    again: 'Hold these seats again',
  },
  paying: {
    title: 'This order is being paid',
    advice:
      'Its payment page is open, and the seats stay yours while it is. If you change something here, that page is closed first.',
    goOn: 'Continue to payment',
    look: 'See where the payment stands',
  },

  ride: {
    place: (place: number, of: number) => `Ride ${place} of ${of}`,
    beThere: 'Be there at',
    beThereWhy: (minutes: number) => `${minutes} minutes before the bus leaves`,
    total: 'This ride',
    free: 'free',
    remove: 'Remove',
    luggage: (kg: number) => `${kg} kg of luggage for each person`,
    cancel: (until: string, fee: string) =>
      `Until ${until} you can change free of charge, or cancel for ${fee}. After that there are no changes and no refunds.`,
    cancelOver: (hours: number) => `It leaves in less than ${hours} hours, so there is no refund.`,
    soldOutAdvice: 'See the other departures of that day',
    priceChanged: (before: string, after: string) =>
      `The price of this ride has changed: it was ${before}, now it is ${after}.`,
  },
  wheelchair: {
    title: 'Wheelchair place',
    one: 'One of us travels in a wheelchair',
    many: 'How many of you travel in a wheelchair?',
    nobody: 'Nobody',
    until: (when: string, hours: number) => `Can be asked for until ${when}, ${hours} hours ahead.`,
    kept: 'The place is kept for you. Its confirmation number comes with your ticket.',
    tooLate: (when: string, hours: number) =>
      `We prepare a wheelchair place ${hours} hours ahead; for this bus that was until ${when}. Please call us, and we will gladly see what we can do.`,
    noAccess:
      'A wheelchair cannot board at one of these stops yet. Please call us, and we will find a way together.',
    none: 'This bus has no wheelchair place. Please call us, and we will find a way together.',
    save: 'Save',
  },

  summary: {
    title: 'Order summary',
    vat: (percent: string) => `Included taxes (${percent}% VAT)`,
    total: 'Order total',
  },
  checkout: {
    title: 'Contact information',
    name: 'Name of the group leader',
    nameHint: 'Whoever shows the ticket. Nobody else needs to be named.',
    email: 'E-mail',
    emailHint: 'Your tickets go there.',
    suggestion: (email: string) => `Did you mean ${email}?`,
    takeSuggestion: (email: string) => `Use ${email}`,
    keepTyped: 'If it is right as it is, just carry on.',
    delivery: 'Delivery method',
    deliveryText: 'By e-mail, and here on the page as soon as you have paid.',
    accept: 'I accept the',
    terms: 'terms and conditions',
    newTab: 'opens in a new tab',
    pay: (amount: string) => `Order with obligation to pay – ${amount}`,
    free: 'Order – nothing to pay',
    payHint: 'Next comes our bank’s payment page, for your card. Then your tickets.',
    holdFirst: 'Hold the seats again to continue.',
    busy: 'Opening the payment page…',
  },
}
