import chromium from '@sparticuz/chromium'

/*
 * Unpacks the packaged browser into TMPDIR. It is a separate program because the package sets
 * environment variables.
 */
await chromium.executablePath()
