/** Accepts references as people write them: with spaces, in lower case, O for 0. */
export function tidyReference(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

/** Whether it has the shape of a reference: eight of the letters and digits in use. */
export function isReference(typed: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(tidyReference(typed))
}
