export const terms = {
  title: 'Terms and conditions',
  version: (date: string) => `In force since ${date}. This version is noted with every order.`,
  /** Every figure comes from the line of the program that keeps it. */
  sections: (is: TermsFigures): TermsSection[] => [...theSale(is), ...theRide(is), ...theRest()],
}

function theSale(is: TermsFigures): TermsSection[] {
  return [
    {
      heading: 'Who you travel with',
      paragraphs: [
        `${is.legalName}, ${is.address}. Company number ${is.companyNumber}, VAT number ${is.vatNumber}, operator’s licence ${is.licence}.`,
        `Telephone ${is.phone}, every day from ${is.hoursFrom} to ${is.hoursUntil}; e-mail ${is.email}.`,
      ],
    },
    {
      heading: 'Booking',
      paragraphs: [
        `Rides in the cart are held for ${is.holdMinutes} minutes, once for longer when you ask for it, and for ${is.longestHoldMinutes} minutes at most. While they are held their price does not change. Before you order you see everything once more and can change it.`,
        `A cart holds up to ${is.mostRides} rides, and each ride up to ${is.mostPassengers} people; larger groups call us. Tickets are sold until ${is.saleClosesMinutes} minutes before the bus leaves your stop. Who holds seats by then can pay until ${is.payUntilMinutes} minutes before.`,
        'The contract is made when your payment is confirmed: then the ticket stands on the page, and it is sent to you by e-mail. It can be made in English and in Greek.',
      ],
    },
    {
      heading: 'Fares and payment',
      paragraphs: [
        'Fares are in euros and include all taxes. You pay by card, on the page of our bank; we never see the number of your card, and take nothing extra for using it. With the ticket comes a receipt.',
        `Money that comes after your seats have gone back on sale buys them again if they are free. Otherwise it goes back in full, without a fee. So does a second payment for the same order.`,
      ],
    },
  ]
}

function theRide(is: TermsFigures): TermsSection[] {
  return [
    {
      heading: 'Who pays which fare',
      paragraphs: [
        'Adults are over 12, children 2 to 12, infants under 2, on the day of travel. Infants ride on the lap of an adult or a student, one each, and have no seat of their own. Students show a valid student card when they board.',
        'Children and infants travel with an adult or a student. Everybody with a ticket has a seat, but seats are not numbered. The group leader named on the ticket shows it for all.',
      ],
    },
    {
      heading: 'At the stop',
      paragraphs: [
        `Be at the pick-up point ${is.beThereMinutes} minutes before departure. The bus does not wait.`,
        'If you miss it, also because your flight is late, the ticket is good for the next scheduled bus of the same ride, once, if it has seats left. There is no refund.',
      ],
    },
    {
      heading: 'Changing and cancelling',
      paragraphs: [
        `Until ${is.noticeHours} hours before the bus leaves your stop you can change or cancel a ride free of charge; from each refund we keep ${is.fee}. After that there is no refund. Call or write to us and name your booking reference.`,
        'If we cancel a departure, you choose between the whole fare back, without the fee, and another departure.',
        'Tickets for a certain day have no right of withdrawal of 14 days.',
      ],
    },
    {
      heading: 'Luggage',
      paragraphs: [
        `Each person may bring ${is.luggageKg} kg. Pushchairs, wheelchairs and walking aids come along free and do not count. Assistance dogs travel free.`,
      ],
    },
    {
      heading: 'Travelling in a wheelchair',
      paragraphs: [
        `A wheelchair place is asked for ${is.wheelchairHours} hours ahead, when booking or by telephone. Its confirmation number comes by e-mail with the ticket. If it is later than that, call us: we do what we can. It costs nothing extra.`,
      ],
    },
  ]
}

function theRest(): TermsSection[] {
  return [
    {
      heading: 'Your data',
      paragraphs: [
        'We ask for the name and the e-mail address of the group leader, and for nothing about anybody else but how many travel in each category and whether a wheelchair place is needed. We use it to carry you, to write to you about this order and to keep the books.',
      ],
    },
    {
      heading: 'Complaints and your rights',
      paragraphs: [
        `Tell us within three months if something went wrong. You have an answer within one month, and a final one within three. Passengers have rights under Regulation (EU) 181/2011; in Cyprus the Ministry of Transport, Communications and Works enforces them.`,
        'The law of the Republic of Cyprus applies, with its courts.',
      ],
    },
  ]
}

export type TermsSection = { heading: string; paragraphs: string[] }

export type TermsFigures = Record<
  | 'legalName'
  | 'address'
  | 'companyNumber'
  | 'vatNumber'
  | 'licence'
  | 'phone'
  | 'email'
  | 'hoursFrom'
  | 'hoursUntil'
  | 'fee',
  string
> &
  Record<
    | 'holdMinutes'
    | 'longestHoldMinutes'
    | 'mostRides'
    | 'mostPassengers'
    | 'saleClosesMinutes'
    | 'payUntilMinutes'
    | 'beThereMinutes'
    | 'noticeHours'
    | 'luggageKg'
    | 'wheelchairHours',
    number
  >
