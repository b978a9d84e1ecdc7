/*
 * For pages that run React. A part of the program that fails to load reloads the page, once: it may
 * be of an older release, or the connection broke. And when a newer release is out, the next step
 * leads to a page of that one instead of mixing the two; whatever is being filled in goes along.
 */
const SECONDS_BETWEEN_LOOKS = 300
const RELOADED = 'reloaded'

/** The addresses of all parts are in it, so it is the same for a page of the same release. */
const parts = () => document.querySelector('script[type=module]:not([src])')?.textContent ?? ''

function reloadOnce() {
  try {
    if (sessionStorage.getItem(RELOADED) === parts()) return
    sessionStorage.setItem(RELOADED, parts())
  } catch {
    return // Nothing can be remembered here, so it might never end.
  }
  location.reload()
}

addEventListener('vite:preloadError', reloadOnce)
// A part that the page begins with: when everything has come or failed, the router never began.
// oxlint-disable-next-line no-underscore-dangle -- the router's own name
const check = () => window.__reactRouterRouteModules ?? reloadOnce()
if (document.readyState === 'complete') check()
else addEventListener('load', check)

let isOutdated = false

async function look() {
  try {
    const response = await fetch('/latest-build.json', { cache: 'no-store' })
    const { build } = await response.json()
    // oxlint-disable-next-line no-underscore-dangle -- the router's own name
    isOutdated ||= build !== window.__reactRouterManifest.version
  } catch {
    // No answer is no news.
  }
}

/** Kept from the router, a link or a form does what it does without script: it opens a page. */
function openPage(event) {
  if (isOutdated && event.target.closest('a[href], form')) event.stopPropagation()
}

addEventListener('click', openPage, true)
addEventListener('submit', openPage, true)
addEventListener('visibilitychange', () => document.hidden || look())
setInterval(look, SECONDS_BETWEEN_LOOKS * 1000)
