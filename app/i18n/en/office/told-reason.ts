/** Why buses do not run as they were sold, as passengers are told: the fields of each form, and the outcome. */
export const toldReason = {
  reason: 'Reason told to passengers',
  hint: 'Shown in emails, in the booking and to journey planners.',
  none: 'Tell no reason',
  own: 'In your own words',
  ownHint: (most: number) =>
    `Used instead of the reason above. Fill in every language, with up to ${most} characters each.`,
  words: (language: string) => `Reason in words, ${language}`,
  read: 'What passengers read',
  told: 'Told to passengers',
  notTold: 'Passengers are told no reason.',
  refusals: {
    'language-missing': 'Write the reason for passengers in every language, or in none.',
    'reason-too-long': (most: number) =>
      `The reason for passengers can have up to ${most} characters.`,
  },
}
