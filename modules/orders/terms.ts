/** Which wording of /terms-and-conditions somebody accepts: the date it took effect. */
export const TERMS_VERSION = '2026-11-20'
