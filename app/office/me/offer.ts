/** The field in which a refused form brings back what it offered, as JSON. */
export const OFFER = 'offer'
