/** Two phones at one bus that agree without a network. Each star is filled in by the phone. */
export const handOver = {
  title: 'Two phones, no network',
  passes: 'It passes on the counts of other phones: *.',
  part: 'Code * of *',
  next: 'Show code * of *',
  show: 'Let the other phone scan this code, then scan its code.',
  code: 'Hand-over code',
  shown: 'Phone *: * let aboard.',
  impossible: 'There is no code for this bus: update the list where there is a network.',
  notDrawn:
    'The code cannot be drawn yet. Update the list where there is a network, or send the text below.',
  read: 'Scan the other phone',
  asText: 'The other phone has no camera?',
  paste: 'Send it this text, to be pasted where codes are typed.',
  send: 'Send the text',
  taken: 'From phone *: * let aboard.',
  'part-taken': 'Code * of * is scanned. On the other phone, show the next one.',
  back: 'Show my code to phone *',
  broken: 'The hand-over code is not complete. Scan it again.',
  'other-bus': 'This hand-over code is for another bus. Nothing was counted.',
  foreign: 'This hand-over code is not from a phone at this bus. Nothing was counted.',
  own: 'This is the code of this phone. Scan the code of the other one.',
}
