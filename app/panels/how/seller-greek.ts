/**
 * Returns a greek of the seller. The service sends those of the buyer; the widget shows the seller's everywhere, because
 * its trades sell options.
 */
export const sellerGreek = (buyerGreek: number | null): number | null =>
  // `0 -` instead of `-`: the result of 0 is 0, not −0.
  buyerGreek === null ? null : 0 - buyerGreek
