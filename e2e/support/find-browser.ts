import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']
const UNPACKER = join(import.meta.dirname, 'unpack-browser.ts')

/** Launch options for Playwright: without `env`, the browser inherits ours. */
export type FoundBrowser = { executablePath: string; env?: Record<string, string>; args: string[] }

/**
 * A browser run by root or in a container has no sandbox. It has no window either, so it need not
 * compute what a graphics card would draw.
 */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer']

/** Whether an npm package has a browser for this machine. */
export const IS_PACKAGED = process.platform === 'linux' && process.arch === 'x64'

/**
 * BROWSER_PATH, or the browser inside the npm package, which is the same on every machine; an
 * installed browser only where the package has none.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const given = process.env.BROWSER_PATH
  if (given) return { executablePath: given, args: ARGS }
  if (IS_PACKAGED) return unpackBrowser()

  const installed = INSTALLED.find(existsSync)
  if (!installed) throw new Error('No browser was found. Set BROWSER_PATH to Chrome or Chromium.')
  return { executablePath: installed, args: ARGS }
}

/**
 * The packaged browser, with its own fonts, libraries, home and temporary folder below `folder`, so
 * that it renders identically on every machine.
 */
export async function unpackBrowser(folder = resolve('data/browser')): Promise<FoundBrowser> {
  const home = join(folder, await packagedVersion())
  if (!existsSync(home)) await unpackInto(home)
  const own = (name: string) => join(home, name)
  await mkdir(own('temporary'), { recursive: true })
  return {
    executablePath: own('chromium'),
    args: ARGS,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: own('home'),
      XDG_CACHE_HOME: own('home/cache'),
      XDG_CONFIG_HOME: own('home/config'),
      TMPDIR: own('temporary'),
      LD_LIBRARY_PATH: own('al2023/lib'),
      FONTCONFIG_FILE: own('fonts.conf'),
    },
  }
}

/** Unpacks into a draft and renames it, so that an interrupted run leaves no incomplete browser. */
async function unpackInto(home: string): Promise<void> {
  const draft = `${home}.${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(join(draft, 'home'), { recursive: true })
  await writeFile(join(draft, 'fonts.conf'), fontSettings())
  // The package unpacks into TMPDIR, and adds its own settings to the environment.
  const env = { PATH: process.env.PATH, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
  await promisify(execFile)(process.execPath, [UNPACKER], { env })
  try {
    await rename(draft, home)
  } catch (error) {
    if (!existsSync(home)) throw error // otherwise another run was faster
    await rm(draft, { recursive: true })
  }
}

/** The packaged settings name /tmp/fonts. These name the folder beside this file. */
function fontSettings(): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fonts</cachedir>
</fontconfig>
`
}

async function packagedVersion(): Promise<string> {
  const { resolve: find } = createRequire(import.meta.url)
  const manifest = join(dirname(find('@sparticuz/chromium')), '../package.json')
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version
}
