/** Why buses do not run as they were sold, as passengers are told: the fields of each form, and the outcome. */
export const toldReason = {
  reason: 'Reason given to passengers',
  hint: 'Shown in emails, in the booking and to journey planners.',
  none: 'Give no reason',
  own: 'In your own words',
  ownHint: (most: number) =>
    `Used instead of the reason above. Fill in every language, with up to ${most} characters each.`,
  words: (language: string) => `Reason in words, ${language}`,
  read: 'What passengers read',
  told: 'Given to passengers',
  notTold: 'Passengers are given no reason.',
  asWritten: 'As written below',
  change: {
    title: 'Change the reason',
    titleOfNone: 'Give passengers a reason',
    story:
      'From now on, bookings, the pages where passengers choose, journey planners and new emails show the new reason. Emails already sent are not sent again.',
    send: 'Change the reason',
    sendFirst: 'Give this reason',
    remove: 'Remove the reason',
  },
  refusals: {
    'incident-closed': 'The incident is closed, so its reason can no longer be changed.',
    'not-announced': 'Nobody has been told yet. Choose the reason when you ask the passengers.',
    'reason-changed': 'A colleague has changed the reason. Here is the new one.',
    'told-already': 'This is already the reason given to passengers.',
    'language-missing': 'Write the reason for passengers in every language, or in none.',
    'reason-too-long': (most: number) =>
      `The reason for passengers can have up to ${most} characters.`,
  },
}
