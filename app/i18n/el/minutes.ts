/** "1 λεπτό", "20 λεπτά" */
export function minutesOf(count: number): string {
  return `${count} ${Math.abs(count) === 1 ? 'λεπτό' : 'λεπτά'}`
}

/** "(καθυστέρηση) 1 λεπτού", "20 λεπτών" */
export function ofMinutes(count: number): string {
  return `${count} ${count === 1 ? 'λεπτού' : 'λεπτών'}`
}
