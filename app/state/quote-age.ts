/**
 * Returns whether a quote is older than a known one of the same contract, which it then does not replace. Of two quotes
 * of the same time the one that arrives last counts. False if nothing is known.
 *
 * @param time time of the quote, ISO 8601
 * @param known time of the known quote, ISO 8601; null or undefined = unknown
 */
export const isOlderQuote = (time: string, known: string | null | undefined): boolean =>
  Date.parse(time) < Date.parse(known ?? '')
