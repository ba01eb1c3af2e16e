/**
 * Formats of tokens and cookies. Values with other formats are refused before anything is hashed or
 * looked up.
 */

/** 256 random bits, encoded by `randomText`. */
const randomPattern = /^[0-9A-Za-z]{43}$/

/**
 * Whether a text has the format of a token: `at_` one-time token, `wt_` access token of the widget,
 * `lt_` legacy token, `ft_` feed ticket.
 */
export const isToken = (prefix: 'at' | 'wt' | 'lt' | 'ft', text: string): boolean =>
  text.length === 46 && text.startsWith(`${prefix}_`) && randomPattern.test(text.slice(3))

/** Whether a text has the format of a session cookie. */
export const isCookieValue = (text: string): boolean => text.length === 43 && randomPattern.test(text)
