/** Reproducible pseudo-random numbers: streams and noise that depend only on their keys. Not for secrets. */

/** Mixes two 32-bit numbers into one (finaliser of MurmurHash3). */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** 32-bit hash of a text (FNV-1a, then mixed). */
export function hashText(text: string, seed = 0): number {
  let h = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h, seed)
}

/** A hash as a number in (0, 1). */
export const unit = (hash: number): number => (hash + 0.5) / 4_294_967_296

/** Uniform numbers in (0, 1) from a 32-bit state (mulberry32). */
export function uniforms(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4_294_967_296
  }
}

/** An approximately standard normal number from keys: the sum of three uniforms, so within ±3. */
export const bell = (seed: number, key: number): number => {
  const h = mix(seed, key)
  return 2 * (unit(h) + unit(mix(h, 1)) + unit(mix(h, 2)) - 1.5)
}

/** Smooth one-dimensional noise: `bell` values at integers, with an S-curve in between. Constant cost for any `x`. */
export function noise(seed: number, x: number): number {
  const k = Math.floor(x)
  const f = x - k
  const ease = f * f * (3 - 2 * f)
  const start = bell(seed, k)
  return start + (bell(seed, k + 1) - start) * ease
}
