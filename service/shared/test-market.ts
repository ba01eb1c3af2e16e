/**
 * The test market, which test keys read, and what can be asked of it: users and symbols that bring about a state each.
 * docs/test-keys.md has these tables; its test holds it to them.
 */

/** A user that `load` is told, and what the widget of a test key then is: each brings about one state of the whole widget. */
export const testUsers = {
  'test-refused': 'The credential is refused: 401 `credential-invalid`, `ERROR` `AUTH`.',
  'test-domain': 'The page’s domain is refused, listed or not: 403, `ERROR` `DOMAIN_NOT_WHITELISTED`.',
  'test-expired':
    'The session ends six seconds after it opened: 401 `session-ended`. With an API key no other is given (`ERROR` `AUTH`); in the token flow `getAuthToken` is asked for a token once, and with it all goes on.',
  'test-empty': 'The overnight scan found no ideas. Search, Why and How work.',
  'test-failing': 'Every look-up fails: 500 `internal`, with an error id.',
  'test-slow': 'Every look-up is answered three seconds late.',
  'test-stale': 'The feed is closed after its first quotes and does not come back.',
  'test-closed': 'The market is closed: it is Saturday, July 11, 2026, and prices are of Friday’s close.',
  'test-delayed': 'Data is delayed by 15 minutes.',
} as const
export type TestUser = keyof typeof testUsers

export const isTestUser = (userId: string): userId is TestUser => Object.hasOwn(testUsers, userId)

/** A symbol of the test market, and what is special about it. Prices of all of them stand still but those of TEST.TICK. */
export const testSymbols = {
  'TEST.OK': 'All is well: a price, a chart, options in every cell, no earnings or dividend inside.',
  'TEST.EMPTY': 'Options are listed and nobody bids: every cell of How is empty, with its reason.',
  'TEST.NOOPT': 'No options are listed.',
  'TEST.STALE': 'Daily prices end 60 sessions ago; the last price and the option quotes are of July 2, 2026.',
  'TEST.SLOW': 'Its look-ups are answered three seconds late.',
  'TEST.FAIL': 'Its look-ups fail: 500 `internal`, with an error id.',
  'TEST.EARN':
    'Earnings on July 23, 2026, after the close: inside the life of every option that is recommended.',
  'TEST.EXDIV': 'Ex-dividend on July 20, 2026: inside the life of every option that is recommended.',
  'TEST.WIDE': 'Options with wide spreads.',
  'TEST.TICK': 'Its price goes up a cent and down again, a step a second.',
  'TEST.UNKNOWN': 'Is not known: 404 `symbol-unknown`.',
} as const
export type TestSymbol = keyof typeof testSymbols

/** How late whatever is slow there is answered, milliseconds. */
export const testDelayMs = 3000
/** How long a session of `test-expired` lives, milliseconds: its first panels have been answered by then. */
export const testExpiryMs = 6000

/** What a credential reads: the market the operator has configured, or the test market as its user is to see it. */
export type WorldName = 'live' | 'test' | TestUser
