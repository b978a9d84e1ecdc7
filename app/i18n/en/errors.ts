export const errors = {
  /** The specification prescribes this wording. */
  pageNotFound: (path: string) => `Page Not Found: ${path}`,
  notFoundTitle: 'Page Not Found',
  notFoundAdvice:
    'The address may be mistyped, or the page may have moved. You could try one of these:',
  serverError: 'Internal Server Error',
  serverErrorAdvice: 'Something went wrong on our side. Please try again in a moment.',
  requestId: (id: string) => `If you call us about it, quote ${id}.`,
  toHome: 'Search for a bus',
  toTimetables: 'See the timetables',
  callUs: (phone: string, from: string, until: string) =>
    `Or call us on ${phone}, every day from ${from} to ${until}.`,
}
