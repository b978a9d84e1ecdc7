/*
 * For pages that run React. If a script file fails to load, the page reloads once: the file may
 * belong to an older release, or the connection broke. A page into which somebody has typed stays
 * instead, and works as without script. Once a newer release is out, the next link or form loads a
 * page of that release instead of mixing the two; a form keeps its input.
 */
const SECONDS_BETWEEN_LOOKS = 300
const RELOADED = 'reloaded'

/** Contains the addresses of all script files, so it identifies the release of the page. */
const parts = () => document.querySelector('script[type=module]:not([src])')?.textContent ?? ''

function reloadOnce(): void {
  if (hasTypedText()) return
  try {
    if (sessionStorage.getItem(RELOADED) === parts()) return
    sessionStorage.setItem(RELOADED, parts())
  } catch {
    return // Nothing can be stored here, so the reload might repeat for ever.
  }
  location.reload()
}

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
  return Array.from(fields).some(({ value, defaultValue }) => value !== defaultValue)
}

addEventListener('vite:preloadError', reloadOnce)
/** Scripts that the page starts with: its parts are known by now, and the router's start is asked for again. */
function check(): void {
  const [, start = ''] = /import\("([^"]+)"\)/.exec(parts()) ?? []
  // oxlint-disable-next-line no-underscore-dangle -- the router's own name
  if (!window.__reactRouterRouteModules) reloadOnce()
  else import(/* @vite-ignore */ start).catch(reloadOnce)
}
if (document.readyState === 'complete') check()
else addEventListener('load', check)

let isOutdated = false

async function look(): Promise<void> {
  try {
    const response = await fetch('/latest-build.json', { cache: 'no-store' })
    const { build } = (await response.json()) as { build: string }
    // oxlint-disable-next-line no-underscore-dangle -- the router's own name
    isOutdated ||= build !== window.__reactRouterManifest?.version
  } catch {
    // A failed request proves nothing.
  }
}

/** Without the router, and without an act of its own, a link or a form loads a page, as without script. */
function openPage(event: Event): void {
  if (isOutdated && (event.target as Element).closest('a[href], form')) event.stopPropagation()
}

addEventListener('click', openPage, true)
addEventListener('submit', openPage, true)
addEventListener('visibilitychange', () => document.hidden || look())
setInterval(look, SECONDS_BETWEEN_LOOKS * 1000)
