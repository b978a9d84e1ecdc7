export const timetables = {
  title: 'Timetables',
  intro: 'Every route with all its departures. Choose one to see its days, stops and fares.',
  description: 'Timetables and fares of all our airport buses in Cyprus.',
  planners: {
    feeds: 'For journey planners, in GTFS Realtime:',
    updates: 'delays and cancellations',
    alerts: 'alerts',
  },
  none: 'No timetable is published at the moment. Please call us.',
}
