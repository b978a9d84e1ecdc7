import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']

/**
 * BROWSER_PATH, or else the browser inside the npm package, which is the same on every machine; an
 * installed one only where the package has none for it.
 */
export async function findBrowser(): Promise<string> {
  const given = process.env.BROWSER_PATH
  if (given) return given

  const isPackaged = process.platform === 'linux' && process.arch === 'x64'
  if (!isPackaged) {
    const installed = INSTALLED.find(existsSync)
    if (!installed) throw new Error('No browser was found. Set BROWSER_PATH to Chrome or Chromium.')
    return installed
  }
  // It then brings its own libraries, and fonts with Greek; it unpacks itself into TMPDIR.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'
  process.env.TMPDIR = resolve('data/browser')
  mkdirSync(process.env.TMPDIR, { recursive: true })
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
