/** Names the secret of a form that was shown, by which pressing it twice is known to be one act. */
export const PRESS = 'press'

export function Press({ secret }: { secret: string }) {
  return <input type="hidden" name={PRESS} value={secret} />
}
