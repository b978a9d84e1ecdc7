import type { Worded } from '#platform/worded.ts'

/** The words of the passenger list that staff read at the bus. The other languages follow its type. */
export const manifest = {
  title: 'Passenger list',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  buses: (named: string) => `Two buses: ${named}`,
  blocked: (named: string) => `Seats kept for people without a booking: ${named}`,
  bus: (plate: string, seats: number) => `${plate} (${seats} ${seats === 1 ? 'seat' : 'seats'})`,
  /** Column heads, also of the CSV. */
  tick: 'Aboard',
  name: 'Group leader',
  party: 'Party',
  to: 'To',
  ticket: 'Ticket',
  issue: 'Issue',
  notes: 'Notes',
  stop: 'Stop',
  time: 'Time',
  seats: 'Seats',
  people: 'People',
  wheelchairs: 'Wheelchair spaces',
  reference: 'Booking',
  leg: 'Between',
  noName: 'Name erased',
  soldAtDoor: 'Sold at the door',
  boards: (people: number, seats: number) =>
    `Boarding: ${people} (${seats} ${seats === 1 ? 'seat' : 'seats'})`,
  leaves: (people: number) => `Leaving: ${people}`,
  nobodyBoards: 'Nobody boards here.',
  reissued: (issue: number) => `Ticket no. ${issue}: earlier ones are void`,
  wheelchair: (number: string) => `Wheelchair space ${number}`,
  missed: 'Missed an earlier bus',
  legs: 'Passengers between stops',
  ofSeats: (seats: number, capacity: number) => `${seats} of ${capacity}`,
  walkUps: 'Walk-ups',
  madeAt: (when: string) => `As of ${when}. Later sales and changes are not included.`,
  cancelled: 'This bus has been cancelled.',
  demonstration: 'Demonstration: not the list of a real bus.',
}

export type ManifestWords = Worded<typeof manifest>
