/** One o'clock is singular: "έως τη 01:20", but "έως τις 08:20". */
export function theHour(time: string): string {
  return `${time.startsWith('01') ? 'τη' : 'τις'} ${time}`
}

/** "στη 01:20", "στις 08:20" */
export function atTheHour(time: string): string {
  return `σ${theHour(time)}`
}

/** "της 01:20", "των 08:20" */
export function ofTheHour(time: string): string {
  return `${time.startsWith('01') ? 'της' : 'των'} ${time}`
}
