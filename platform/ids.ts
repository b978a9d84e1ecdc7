/** The form of an id that opens something. An address with any other id is not found. */
export const ACCESS_TOKEN = /^[0-9a-hjkmnp-tv-z]{26}$/
