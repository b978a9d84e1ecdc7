/** The form of an id that opens something. Anything else in an address is not found. */
export const ACCESS_TOKEN = /^[0-9a-hjkmnp-tv-z]{26}$/
