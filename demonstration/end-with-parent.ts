/*
 * A program that its parent started must not outlive it, however the parent ends: killed, it cannot stop
 * anything. The channel between them closes by itself then.
 */

/** The streams of a child that ends with its parent: its own are the parent's, and a channel. */
export const STDIO_WITH_CHANNEL = ['inherit', 'inherit', 'inherit', 'ipc'] as const

/** Ends this program as soon as the one that started it is gone; nothing without a channel. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit())
}
