export const ticket = {
  title: 'Ticket',
}
