const KEPT_MILLISECONDS = 60_000

/**
 * The same reading, done once a minute for each argument: for what every visitor is shown and only
 * an import changes. Who comes at the same time shares one reading, and a failed one is not kept.
 */
export function keepBriefly<Value>(
  read: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const kept = new Map<string, { value: Promise<Value>; until: number }>()
  return (key) => {
    const time = performance.now()
    const known = kept.get(key)
    if (known && time < known.until) return known.value

    for (const [old, { until }] of kept) if (until <= time) kept.delete(old)
    const value = read(key)
    kept.set(key, { value, until: time + KEPT_MILLISECONDS })
    value.catch(() => kept.delete(key))
    return value
  }
}
