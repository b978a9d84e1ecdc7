export const schedule = {
  title: 'schedule',
}
