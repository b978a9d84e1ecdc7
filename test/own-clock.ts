import { inject } from 'vitest'

/** Programs that a test starts live by the same clock. */
process.env.CLOCK_FILE = inject('clockFile')
