/** Formats of tokens and cookies: other values are refused before anything is hashed or looked up. */

/** 256 random bits as `randomText` writes them. */
const randomPattern = /^[0-9A-Za-z]{43}$/

/** `at_` one-time token, `wt_` access token of the widget, `lt_` legacy token, `ft_` feed ticket. */
export const isToken = (prefix: 'at' | 'wt' | 'lt' | 'ft', text: string): boolean =>
  text.length === 46 && text.startsWith(`${prefix}_`) && randomPattern.test(text.slice(3))

/** The value of a session cookie. */
export const isCookieValue = (text: string): boolean => text.length === 43 && randomPattern.test(text)
