import chromium from '@sparticuz/chromium'

/* Unpacks the packaged browser into TMPDIR. A program of its own, since the package sets variables. */
await chromium.executablePath()
