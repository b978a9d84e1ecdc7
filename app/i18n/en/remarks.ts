/** Said of an address that asks for something there is not. Only the server says it. */
export const remarks = {
  unknownPlace: (given: string) => `We know no place called “${given}”. Please choose one.`,
  severalPlaces: (given: string, names: string) =>
    `“${given}” may be any of these: ${names}. Please choose one.`,
  unreadable: (field: string, given: string) => `${field}: “${given}” could not be read.`,
  returnTooEarly: 'The return cannot be before the outward journey, so the same day is shown.',
  notOffered: 'The departure you chose is not on offer that day. Please select another.',
  fields: {
    date: 'Date',
    time: 'Time',
    trip: 'Trip',
    'return-date': 'Return date',
    passengers: 'Passengers',
    wheelchairs: 'Wheelchairs',
    departure: 'Departure',
    return: 'Return departure',
  },
}
