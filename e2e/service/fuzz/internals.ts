/** Text that must never appear in a refusal: signs of the service's implementation and environment. */
const signs: readonly RegExp[] = [
  /\n\s+at /,
  /node:|node_modules|\.(ts|mjs|cjs):\d+/,
  /\b(TypeError|ReferenceError|RangeError|SyntaxError|ValiError|URIError)\b/,
  /sqlite|kysely|postgres|redis|\bselect\b.+\bfrom\b/i,
  /\b(ENOENT|ECONNREFUSED|ECONNRESET|EACCES|ENOSPC)\b/,
  /\/(work|home|root|tmp|usr|var|etc)\/[\w.-]/,
]

/** The first such sign in a text, unless the caller sent it; undefined if none occurs. */
export function internalsIn(text: string, sent: string): string | undefined {
  for (const sign of signs) {
    const found = sign.exec(text)?.[0]
    if (found !== undefined && !sent.includes(found)) return found
  }
  return undefined
}
