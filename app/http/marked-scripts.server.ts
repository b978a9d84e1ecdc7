import { createHash } from 'node:crypto'

/** SHA-256 in base64, as a Content-Security-Policy names inline code. */
export function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64')
}

/**
 * Takes the mark off a rendered page, and hashes the inline scripts that carried it. A script that got
 * onto the page in any other way has no mark, so it is not hashed and does not run.
 *
 * @param mark random for every page, given to the router as its nonce
 */
export function readMarkedScripts(page: string, mark: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`
  const hashes = page.split('<script').flatMap((part) => {
    const opened = part.indexOf('>')
    const tag = part.slice(0, opened)
    const isInline = tag.includes(attribute) && !tag.includes(' src="')
    return isInline ? hashOf(part.slice(opened + 1, part.indexOf('</script>'))) : []
  })
  return { html: page.replaceAll(attribute, ''), hashes: [...new Set(hashes)] }
}
