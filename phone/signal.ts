import type { Tone } from '#modules/boarding/package/verdict.ts'

/* A verdict for the ear and the hand: one high tone, two middle ones, or a long low one. */

const SOUNDS: Record<Tone, readonly { hertz: number; seconds: number }[]> = {
  go: [{ hertz: 1320, seconds: 0.12 }],
  ask: [
    { hertz: 880, seconds: 0.1 },
    { hertz: 880, seconds: 0.1 },
  ],
  stop: [{ hertz: 220, seconds: 0.5 }],
}
const VIBRATIONS: Record<Tone, number[]> = { go: [80], ask: [80, 80, 80], stop: [400] }
const GAP_SECONDS = 0.08

/** Sounds and shakes each verdict: silent where the browser lets nothing sound before a touch, or has no motor. */
export function openSignal(): (tone: Tone) => void {
  let speaker: AudioContext | undefined
  return (tone) => {
    try {
      navigator.vibrate?.(VIBRATIONS[tone])
      speaker ??= new AudioContext()
      let start = speaker.currentTime
      for (const { hertz, seconds } of SOUNDS[tone]) {
        const source = new OscillatorNode(speaker, { frequency: hertz })
        const loudness = new GainNode(speaker, { gain: 0.4 })
        source.connect(loudness).connect(speaker.destination)
        source.start(start)
        source.stop(start + seconds)
        start += seconds + GAP_SECONDS
      }
    } catch {
      // The verdict can be read on the screen.
    }
  }
}
