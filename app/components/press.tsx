import { PRESS } from '#app/http/press.ts'

export function Press({ secret }: { secret: string }) {
  return <input type="hidden" name={PRESS} value={secret} />
}
