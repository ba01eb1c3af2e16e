/**
 * Reproducible pseudo-random numbers: sequences and noise that depend only on their seeds. Not for
 * secrets.
 */

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

/** Scales a 32-bit hash to (0, 1). */
export const toUnitInterval = (hash: number): number => (hash + 0.5) / 4_294_967_296

/** Returns a generator of uniform numbers in (0, 1) with a 32-bit state (mulberry32). */
export function uniforms(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4_294_967_296
  }
}

/**
 * An approximately standard normal number for a seed and a key: the sum of three uniforms, so
 * within ±3.
 */
export const approximateNormal = (seed: number, key: number): number => {
  const h = mix(seed, key)
  return 2 * (toUnitInterval(h) + toUnitInterval(mix(h, 1)) + toUnitInterval(mix(h, 2)) - 1.5)
}

/**
 * Smooth one-dimensional noise: normal values at integers, joined by an S-curve. Constant cost for
 * any `x`.
 */
export function noise(seed: number, x: number): number {
  const integer = Math.floor(x)
  const fraction = x - integer
  const ease = fraction * fraction * (3 - 2 * fraction)
  const start = approximateNormal(seed, integer)
  return start + (approximateNormal(seed, integer + 1) - start) * ease
}
