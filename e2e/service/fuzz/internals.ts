/** Text that must not appear in an error response: details of the service's implementation and environment. */
const internalPatterns: readonly RegExp[] = [
  /\n\s+at /,
  /node:|node_modules|\.(ts|mjs|cjs):\d+/,
  /\b(TypeError|ReferenceError|RangeError|SyntaxError|ValiError|URIError)\b/,
  /sqlite|kysely|postgres|redis|\bselect\b.+\bfrom\b/i,
  /\b(ENOENT|ECONNREFUSED|ECONNRESET|EACCES|ENOSPC)\b/,
  /\/(work|home|root|tmp|usr|var|etc)\/[\w.-]/,
]

/** The first match in a response text that is not in the request, if any. */
export function findInternals(text: string, requestText: string): string | undefined {
  for (const pattern of internalPatterns) {
    const match = pattern.exec(text)?.[0]
    if (match !== undefined && !requestText.includes(match)) return match
  }
  return undefined
}
