/** The same address with other values in its query; `null` or an empty text removes a name. */
export function withQuery(address: string, changes: Record<string, string | null>): string {
  const [path = '', query = ''] = address.split('?', 2)
  const values = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value) values.set(name, value)
    else values.delete(name)
  }
  const text = values.toString()
  return text ? `${path}?${text}` : path
}
