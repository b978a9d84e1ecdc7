/** Crockford's alphabet: no I, L, O or U, so that an id survives being read out on the phone. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** The form of an id that opens something. An address with any other id is not found. */
export const ACCESS_TOKEN = /^[0-9a-hjkmnp-tv-z]{26}$/

/** The form of an id that opens nothing by itself. The database would report another as a fault. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Each of them in a text. */
export const UUIDS = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g
