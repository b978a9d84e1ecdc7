export const timetables = {
  title: 'timetables',
}
