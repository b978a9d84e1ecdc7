export const manifest = {
  title: 'Passenger list',
  aboard: (aboard: number, people: number) => `${aboard} of ${people} aboard`,
  madeAt: (when: string) => `As of ${when}.`,
  reload: 'Reload the page for later sales and ticks.',
  pdf: 'PDF',
  csv: 'CSV',
  toDeparture: 'Departure',
  cancelled: 'This bus has been cancelled. The list shows who has not chosen another one yet.',
  boards: (people: number, seats: number) =>
    `Boarding: ${people} ${people === 1 ? 'person' : 'people'}, ${seats} ${seats === 1 ? 'seat' : 'seats'}`,
  leaves: (people: number) => `Leaving: ${people}.`,
  boardsAt: (stop: string) => `Boarding at ${stop}`,
  columns: {
    time: 'Time',
    stop: 'Stop',
    issue: 'Issue',
    leader: 'Group leader',
    aboard: 'Aboard',
    party: 'Party',
    to: 'To',
    ticket: 'Ticket',
    notes: 'Notes',
    way: 'Between',
    seats: 'Seats',
    wheelchairs: 'Wheelchair spaces',
  },
  legs: 'Passengers between stops',
  of: (taken: number, all: number) => `${taken} of ${all}`,
  walkUps: 'Walk-ups',
  twice: (people: number) =>
    `${people} ${people === 1 ? 'person was' : 'people were'} let aboard twice: count again`,
  elsewhere: (people: number) => `${people} on another bus`,
  closed: (when: string, missing: number) =>
    `Boarding closed at ${when}. ${missing === 0 ? 'Everybody came.' : `Did not come: ${missing}.`}`,
  tick: (people: number) => (people === 1 ? 'Board 1' : `Board all ${people}`),
  tickOf: (people: number, leader: string) => `Board ${people}: ${leader}`,
  fewer: 'Fewer',
  untick: 'Undo boarding',
  untickOf: (leader: string) => `Undo boarding: ${leader}`,
  refusals: {
    count: 'Choose how many are aboard.',
    'too-many': (people: number) =>
      `This booking has ${people} ${people === 1 ? 'person' : 'people'}. No further passengers were ticked.`,
    'not-on-the-list':
      'This booking is no longer on the list of this bus. The list below is up to date.',
    'not-running': 'This bus has been cancelled, so nobody boards it.',
    'boarding-not-open': (when: string) =>
      `The list opens three hours before the bus leaves: ${when}.`,
    'has-arrived': (when: string) =>
      `The bus has arrived: ${when}. You can still add people, but no longer remove them.`,
    'list-is-closed': (when: string) => `The list was closed a day after the arrival: ${when}.`,
  },
}
