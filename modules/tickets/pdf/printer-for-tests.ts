/* The side of the worker, for tests: it echoes, and on demand fails, dies or falls silent. */
export async function print(text: string): Promise<Uint8Array<ArrayBuffer>> {
  if (text === 'fail') throw new Error('no answer to that')
  if (text === 'die') process.exit(3)
  if (text === 'hang') for (;;);
  return new TextEncoder().encode(text)
}
