/** The words of the alerts; the departures are named after them. */
export const en = {
  cancelled: (departures: number) =>
    departures === 1 ? 'Cancelled' : `${departures} departures cancelled`,
  late: 'Late',
  retimed: (departures: number) =>
    departures === 1 ? 'New time' : `New times for ${departures} departures`,
  stopClosed: (stop: string) => `No buses at ${stop}`,
  stopMoved: (stop: string) => `Stop moved: ${stop}`,
  endsBefore: (stop: string) => `Service ends before ${stop}`,
  instead: (place: string) => `Buses stop here instead: ${place}`,
  reason: (reason: string) => `Reason: ${reason}`,
  concerns: (departures: number) =>
    departures === 1
      ? 'This applies to one departure:'
      : `This applies to ${departures} departures:`,
  more: (departures: number) => `and ${departures} more`,
}

export type AlertWords = typeof en
