/** Tries under one key, counted for `seconds` from the first one. */
export type Count = {
  /** Counts of different names are independent. */
  name: string
  /** Short, and names no person: see keyedHash. */
  key: string
  tries: number
  seconds: number
  /** Counted across all machines, not on each of them. */
  shared: boolean
}
