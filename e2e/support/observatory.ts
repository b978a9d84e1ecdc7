/*
 * The score of a response by MDN's HTTP Observatory: its published table (mdn-http-observatory,
 * src/grader/charts.js and src/analyzer/tests), as far as one response can meet it. Penalties count
 * in full; bonuses for things outside a response (preload list, redirects, integrity of scripts) do
 * not count.
 */

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
const SIX_MONTHS = 15_768_000

/** Starts at 100, plus all bonuses, minus all penalties. */
export function observatoryScore(headers: Headers): number {
  const get = (name: string) => headers.get(name) ?? ''
  const policy = new Map(
    get('content-security-policy')
      .split(';')
      .map((rule) => rule.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources] as const),
  )
  const maxAge = Number(/max-age=(\d+)/.exec(get('strict-transport-security'))?.[1] ?? 0)
  const marks = [
    scorePolicy(policy),
    policy.has('frame-ancestors') ? 5 : -20,
    PRIVATE.includes(get('referrer-policy')) ? 5 : 0,
    maxAge >= SIX_MONTHS ? 0 : -20,
    get('x-content-type-options') === 'nosniff' ? 0 : -5,
    get('cross-origin-resource-policy') === 'same-origin' ? 10 : 0,
    get('cross-origin-opener-policy') === 'same-origin' ? 10 : 0,
    get('cross-origin-embedder-policy') === 'require-corp' ? 10 : 0,
    headers.has('access-control-allow-origin') ? -50 : 0,
    headers.has('set-cookie') ? -40 : 0,
  ]
  return marks.reduce((sum, mark) => sum + mark, 100)
}

function scorePolicy(policy: ReadonlyMap<string, readonly string[]>): number {
  const sources = [...policy.values()].flat()
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? ['*']
  if (policy.size < 2) return -25
  if (sources.some((source) => source.startsWith('http:'))) return -20
  if (sources.some((source) => /unsafe-|^\*$|^https:$/.test(source))) return -20
  if (scripts.includes('data:') || !policy.has('form-action')) return -20
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5
}
