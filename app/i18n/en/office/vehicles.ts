export const vehicles = {
  title: 'Vehicles',
  add: 'New vehicle',
  newTitle: 'New vehicle',
  empty: 'No vehicles yet. Once departures have vehicles, each sells the seats of its own.',
  caption: 'Vehicles by plate',
  plate: 'Registration plate',
  name: 'Name',
  nameHint: 'What the drivers call it. May be left empty.',
  seats: 'Seats',
  wheelchairs: 'Wheelchair spaces',
  wheelchairsShort: 'Wheelchairs',
  lift: 'It has a lift or a ramp',
  liftHint: 'Without a lift or a ramp, no wheelchair space is sold.',
  liftHead: 'Lift or ramp',
  yes: 'Yes',
  no: 'No',
  state: 'State',
  states: { 'in-service': 'In service', workshop: 'In the workshop', sold: 'Sold' },
  workshopFromUntil: (from: string, until: string) => `Workshop from ${from} to ${until}`,
  workshopFrom: 'In the workshop from',
  workshopUntil: 'Back from the workshop',
  workshopHint: 'Only for a vehicle in the workshop. Times are Cyprus time.',
  next: 'Next departure',
  runs: 'Departures in the next seven days',
  noRuns: 'No departures in the next seven days have this vehicle.',
  time: 'Time',
  journey: 'Journey',
  inWorkshopThen: 'in the workshop then',
  /** In a list to choose from. */
  option: (plate: string, places: string) => `${plate} · ${places}`,
  places: (seats: number, wheelchairs: number) => {
    const people = seats === 1 ? '1 seat' : `${seats} seats`
    if (wheelchairs === 0) return `${people}, no wheelchairs`
    return `${people}, ${wheelchairs === 1 ? '1 wheelchair' : `${wheelchairs} wheelchairs`}`
  },
  save: 'Save',
  refusals: {
    'plate-missing': 'Enter the registration plate, in at most 12 characters.',
    'seats-missing': 'Enter a whole number from 1 to 200.',
    'wheelchairs-missing': 'Enter a whole number from 0 to 20.',
    'workshop-missing': 'Enter both the beginning and the end of its time in the workshop.',
    'plate-taken': 'Another vehicle of the company has this plate.',
    'has-departures': (departures: number) =>
      `${departures === 1 ? '1 departure still has this vehicle' : `${departures} departures still have this vehicle`}. Give them another one first.`,
    changed: (name: string, when: string) =>
      `${name} changed this vehicle on ${when}. Open the page again.`,
  },
}
