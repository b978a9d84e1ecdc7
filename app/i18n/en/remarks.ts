/** For queries that ask for something unavailable. Only the server shows them. */
export const remarks = {
  unknownPlace: (given: string) =>
    `We do not have a stop called “${given}”. Please choose one from the list.`,
  severalPlaces: (given: string, names: string) =>
    `“${given}” could be any of these: ${names}. Please choose one.`,
  unreadable: (field: string, given: string) => `${field}: we could not read “${given}”.`,
  returnMissing: 'Choose the date of your return.',
  returnTooEarly:
    'You cannot return before the outward journey. Choose a later return date, or leave earlier.',
  notOffered: 'The departure you chose is not available that day. Please select another.',
  cancelled: (time: string) => `The ${time} departure has been cancelled. Please select another.`,
  departed: (time: string) => `The ${time} bus has already left. Please select a later one.`,
  soldOut: (time: string) => `The ${time} departure is sold out. Please select another.`,
  justSoldOut: (time: string) =>
    `The last seat on the ${time} departure has just been taken. Please choose another departure.`,
  freeAgain:
    'When you pressed the button, all seats were taken. There are free seats again now: please try once more.',
  fields: {
    date: 'Date',
    time: 'Time',
    trip: 'Journey',
    'return-date': 'Return date',
    passengers: 'Passengers',
    wheelchairs: 'Wheelchairs',
    departure: 'Departure',
    return: 'Return departure',
  },
}
