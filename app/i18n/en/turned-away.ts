/** Responses without a page, because the request was refused before routing. */
export const turnedAway = {
  'too-large': 'What you sent is too large for this site.',
  'not-from-here':
    'This request did not come from one of our pages, so nothing was done. Go back, reload the page and try again.',
  'too-slow': 'This is taking too long right now. Please try again in a moment.',
  'too-often': 'There have been too many requests. Please wait a minute and try again.',
  busy: 'Too many people are doing this right now, so nothing was done. Please try again in a few seconds.',
  away: 'Our booking system cannot be reached right now. Nothing was booked or charged this time; please try again in a moment.',
  fault: 'Internal Server Error. Something went wrong on our side; please try again in a moment.',
}
