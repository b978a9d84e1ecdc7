export const phones = {
  title: 'Boarding phones',
  intro:
    'A phone is listed once it has received a passenger list. If one is lost, block it here: it is then logged out as well.',
  caption: 'Phones, the most recently seen first',
  empty: 'No phone has received a passenger list yet.',
  phone: 'Phone',
  numbered: (phone: number) => `Phone ${phone}`,
  office: 'Passenger list in the office',
  usedBy: 'Last used by',
  nobody: 'Former member of staff',
  seen: 'Last seen',
  list: 'List of',
  noList: 'none',
  state: 'State',
  act: 'Action',
  trusted: 'May get lists',
  blocked: (when: string) => `Blocked on ${when}`,
  block: 'Block',
  unblock: 'Unblock',
  blockHint:
    'A blocked phone is logged out of the office and deletes its list and all names the next time it is online. Scans it has not sent yet are still accepted. Without a network, names are deleted from a phone some hours after its last bus has arrived.',
  conflicts: 'Let aboard twice',
  noConflicts: 'No party has been let aboard twice.',
  conflict: (ticket: string, tooMany: number, people: number) =>
    `Ticket ${ticket}: ${tooMany} more than the ${people} who booked`,
  bus: (when: string, way: string) => `${when}, ${way}`,
  count: (boarded: number, by: string, when: string) =>
    boarded > 0
      ? `${boarded} aboard, ${by}, ${when}`
      : `boarding of ${-boarded} undone, ${by}, ${when}`,
  settle: 'Keep the count',
  settleHint:
    'If a passenger was counted twice, correct the passenger list. If more people really did travel, leave the count as it is.',
  refusals: {
    'no-such-phone': 'This phone does not exist.',
    'blocked-already': 'This phone is already blocked.',
    'not-blocked': 'This phone is not blocked.',
    'settled-already': 'A colleague has already settled this.',
    'conflict-changed': 'The count has changed since you opened the page. Look at it again.',
  },
}
