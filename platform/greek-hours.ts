/**
 * One o'clock is singular: "έως τη 01:20", but "έως τις 08:20". A moment with its date, "το Σάββατο 15 Μαΐου 2027,
 * στις 08:00", has its articles already.
 */
export function theHour(time: string): string {
  if (!/^\d/.test(time)) return time
  return `${time.startsWith('01') ? 'τη' : 'τις'} ${time}`
}

/** "στη 01:20", "στις 08:20" */
export function atTheHour(time: string): string {
  if (!/^\d/.test(time)) return time
  return `σ${theHour(time)}`
}

/** "της 01:20", "των 08:20" */
export function ofTheHour(time: string): string {
  return `${time.startsWith('01') ? 'της' : 'των'} ${time}`
}

/** "την Παρασκευή 20 Νοεμβρίου", "τη Δευτέρα 23 Νοεμβρίου", "το Σάββατο 21 Νοεμβρίου" */
export function theDay(day: string): string {
  const article = day.startsWith('Σάβ') ? 'το' : day.startsWith('Δευ') ? 'τη' : 'την'
  return `${article} ${day}`
}

/** "τις 20 Νοεμβρίου 2026", "την 1η Νοεμβρίου 2026" */
export function theDate(date: string): string {
  return date.startsWith('1 ') ? `την 1η ${date.slice(2)}` : `τις ${date}`
}

/** "στις 20 Νοεμβρίου 2026", "την 1η Νοεμβρίου 2026" */
export function onTheDate(date: string): string {
  return date.startsWith('1 ') ? theDate(date) : `σ${theDate(date)}`
}
