/** Two phones at one bus that agree without a network. Each star is filled in by the phone. */
export const handOver = {
  title: 'Two phones, no network',
  show: 'Let the other phone read this code, then read the code of the other phone.',
  code: 'Hand-over code',
  shown: 'Phone *: * let aboard.',
  impossible: 'There is no code for this bus: update the list where there is a network.',
  read: 'Read the other phone',
  asText: 'The other phone has no camera?',
  paste: 'Send it this text, to be pasted where codes are typed.',
  send: 'Send the text',
  taken: 'From phone *: * let aboard.',
  back: 'Show my code to phone *',
  broken: 'The hand-over code is not complete. Read it again.',
  'other-bus': 'This hand-over code is for another bus. Nothing was counted.',
  foreign: 'This hand-over code is not from a phone at this bus. Nothing was counted.',
  own: 'This is the code of this phone. Read the code of the other one.',
}
