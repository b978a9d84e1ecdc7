/** The sale at the door. A star stands for what the phone fills in while it has no network. */
export const walkUp = {
  tab: 'Sell',
  from: 'From',
  to: 'To',
  fewer: (label: string) => `Fewer: ${label}`,
  more: (label: string) => `More: ${label}`,
  left: 'Seats to sell: *',
  sell: 'Sell for *',
  question: 'Have you taken *?',
  sold: 'Sold. Board *.',
  show: 'Let them photograph this ticket: *',
  next: 'Next sale',
  undo: 'Undo',
  undoLabel: 'Undo sale *',
  undoQuestion: 'Undo sale *? You give back *, and the passengers get off the bus.',
  undone: 'Undone. Give back *. The ticket is void.',
  till: 'My till',
  refusals: {
    'no-lease':
      'No seats to sell here yet. The phone gets them over the network, from half an hour before the bus leaves its first stop.',
    'of-another':
      'This bus is on the duty of *. If you drive it, ask dispatch to give you the duty.',
    'of-nobody':
      'This bus is on a duty without a driver. If you drive it, ask dispatch to give you the duty.',
    'on-duty':
      'You are on another duty at this time. If you drive this bus, ask dispatch to put it on your duty.',
    'no-fare': 'There is no fare between these stops.',
    'not-enough-seats': 'Not enough seats: * left to sell on this journey.',
    'no-blanks': 'This phone has sold all its tickets. It gets more once it has a network.',
    'no-passengers': 'How many people?',
    'party-too-large': 'At most * people in one sale. Sell to them as two groups.',
    'children-need-company': 'Children must travel with an adult or a student.',
    'infant-needs-a-lap': 'At most one infant for each adult or student.',
    'too-many-wheelchairs': 'A wheelchair space has to be booked by telephone.',
    closed: 'Boarding at this stop is closed.',
  },
}
