export const cart = {
  title: 'Your cart',
  empty: {
    title: 'Your cart is empty',
    advice:
      'Choose where you are travelling from and to. You will see every price before you decide.',
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
    over: 'We are no longer holding your seats',
    overAdvice:
      'They are on sale again. If they are still free, you can hold them again straight away.',
    /** Shown only if both were submitted before. */
    overKept: 'Your name and email are still filled in.',
    again: 'Hold these seats again',
  },
  paying: {
    title: 'You are paying for this booking',
    advice:
      'Your payment page is open, and your seats are held while it is. If you change anything here, we will close that page first.',
    goOn: 'Continue to payment',
    look: 'Check your payment',
  },

  ride: {
    place: (place: number, of: number) => `Journey ${place} of ${of}`,
    beThere: 'Be at the stop by',
    beThereWhy: (minutes: number) => `${minutes} minutes before the bus leaves`,
    total: 'Total for this journey',
    free: 'free',
    remove: 'Remove',
    luggage: (kg: number) => `${kg} kg of luggage per person`,
    cancel: (until: string, fee: string) =>
      `Until ${until} you can change free of charge, or cancel for ${fee}. After that there are no changes and no refunds.`,
    cancelOver: (hours: number) =>
      `It leaves in less than ${hours} hours, so it cannot be changed or refunded.`,
    retimed: {
      title: 'New time',
      story: (before: string, after: string) =>
        `The timetable has changed. This bus no longer leaves at ${before}: it now leaves at ${after}. If you pay, you book the new time.`,
    },
    soldOutAdvice: 'See the other departures that day',
    priceChanged: (before: string, after: string) =>
      `The price of this journey has changed: it was ${before}, now it is ${after}.`,
  },
  wheelchair: {
    title: 'Wheelchair space',
    one: 'One of us will travel in a wheelchair',
    many: 'How many of you will travel in a wheelchair?',
    nobody: 'Nobody',
    until: (when: string, hours: number) => `Ask by ${when} (${hours} hours before departure).`,
    kept: 'The space is held for you. Its confirmation number comes with your ticket.',
    tooLate: (when: string, hours: number) =>
      `We need ${hours} hours’ notice for a wheelchair space; for this bus the deadline was ${when}. Please call us and we will do our best.`,
    notKnown:
      'We do not know yet whether these stops and this bus are accessible by wheelchair. Please call us and we will find out.',
    noAccess:
      'One of these stops cannot be used with a wheelchair yet. Please call us and we will help you find another way.',
    none: 'This bus has no wheelchair space. Please call us and we will help you find another way.',
    save: 'Save',
  },

  summary: {
    title: 'Order summary',
    vat: (percent: string) => `Included taxes (${percent}% VAT)`,
    total: 'Order total',
  },
  checkout: {
    title: 'Contact information',
    name: 'Name',
    nameHint: 'Of the person who will show the ticket. We do not need any other names.',
    email: 'Email',
    emailHint: 'We will send your tickets here.',
    phone: 'Telephone (optional)',
    phoneHint: 'Only to call you if your bus changes.',
    suggestion: (email: string) => `Did you mean ${email}?`,
    takeSuggestion: (email: string) => `Use ${email}`,
    keepTyped: 'If it is right, just carry on.',
    delivery: 'Delivery method',
    deliveryText: 'By email, and on screen as soon as you have paid.',
    accept: 'I accept the',
    terms: 'terms and conditions',
    newTab: 'opens in a new tab',
    pay: (amount: string) => `Pay now – ${amount}`,
    free: 'Book now – nothing to pay',
    payHint:
      'Next you enter your card details on our bank’s secure page. Your tickets appear straight after.',
    holdFirst: 'Hold the seats again to continue.',
    busy: 'Opening the payment page…',
  },
}
