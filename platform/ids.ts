/** The form of an id that opens something. Anything else in an address is not found. */
export const OPENING_ID = /^[0-9a-hjkmnp-tv-z]{26}$/
