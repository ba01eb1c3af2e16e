/** What must never be read in an answer that refuses: signs of how the service is made and where it runs. */
const signs: readonly RegExp[] = [
  /\n\s+at /,
  /node:|node_modules|\.(ts|mjs|cjs):\d+/,
  /\b(TypeError|ReferenceError|RangeError|SyntaxError|ValiError|URIError)\b/,
  /sqlite|kysely|postgres|redis|\bselect\b.+\bfrom\b/i,
  /\b(ENOENT|ECONNREFUSED|ECONNRESET|EACCES|ENOSPC)\b/,
  /\/(work|home|root|tmp|usr|var|etc)\/[\w.-]/,
]

/** The first such sign in a text that the caller did not send himself; undefined where there is none. */
export function internalsIn(text: string, sent: string): string | undefined {
  for (const sign of signs) {
    const found = sign.exec(text)?.[0]
    if (found !== undefined && !sent.includes(found)) return found
  }
  return undefined
}
