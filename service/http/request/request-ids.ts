/**
 * Request ids: UUIDs of version 8 (RFC 9562, 5.8), made of a random prefix per process and 62 random
 * bits per request, so that two ids do not tell how many requests there were between them. The
 * random bits are generated in blocks: a random UUID per request takes twice as long.
 */

/** Random 16-bit words per block; a multiple of four. */
const blockWords = 4096
const hexWords = Array.from({ length: 65_536 }, (_, word) => word.toString(16).padStart(4, '0'))

/** Returns a generator of request ids that are unique across processes. */
export function createRequestIds(): () => string {
  const uuid = crypto.randomUUID()
  const prefix = `${uuid.slice(0, 14)}8${uuid.slice(15, 19)}`
  const words = new Uint16Array(blockWords)
  let used = blockWords
  const nextWord = () => words[used++]!
  return () => {
    if (used === blockWords) {
      crypto.getRandomValues(words)
      used = 0
    }
    // The variant of RFC 9562, 4.1, has the two highest bits.
    const withVariant = (nextWord() & 0x3fff) | 0x8000
    return `${prefix}${hexWords[withVariant]}-${hexWords[nextWord()]}${hexWords[nextWord()]}${hexWords[nextWord()]}`
  }
}
