/**
 * The test market, which test keys read: users and symbols that each produce one state on demand.
 * docs/test-keys.md has these tables; its test compares them.
 */

/** User ids that a page passes to `load` with a test key; each produces one state of the whole widget. */
export const testUsers = {
  'test-refused': 'The credential is refused: 401 `credential-invalid`, `ERROR` `AUTH`.',
  'test-domain':
    'The page’s domain is refused, even if it is whitelisted: 403, `ERROR` `DOMAIN_NOT_WHITELISTED`.',
  'test-expired':
    'The session ends after six seconds: 401 `session-ended`. By key the widget stops (`ERROR` `AUTH`); by token it continues.',
  'test-empty': 'The overnight scan found no ideas. Search, Why and How work.',
  'test-failing': 'Every lookup fails: 500 `internal`, with an error id.',
  'test-slow': 'Every lookup is three seconds late.',
  'test-stale': 'The feed closes after its first quotes and does not reopen.',
  'test-closed':
    'The market is closed: it is Saturday, July 11, 2026, and prices are those of Friday’s close.',
  'test-delayed': 'Data is delayed by 15 minutes.',
} as const
export type TestUser = keyof typeof testUsers

export const isTestUser = (userId: string): userId is TestUser => Object.hasOwn(testUsers, userId)

/** Symbols of the test market and their special behaviour. All prices are constant except those of TEST.TICK. */
export const testSymbols = {
  'TEST.OK': 'Normal state: a price, a chart, options in every cell, no earnings or dividend before expiry.',
  'TEST.EMPTY': 'Options are listed without bids: every cell of How is empty, with its reason.',
  'TEST.NOOPT': 'No options are listed.',
  'TEST.STALE': 'Daily prices end 60 sessions ago; the last price and the option quotes are of July 2, 2026.',
  'TEST.SLOW': 'Its lookups are three seconds late.',
  'TEST.FAIL': 'Its lookups fail: 500 `internal`, with an error id.',
  'TEST.EARN': 'Earnings on July 23, 2026, after the close: before the expiry of every recommended option.',
  'TEST.EXDIV': 'Ex-dividend on July 20, 2026: before the expiry of every recommended option.',
  'TEST.WIDE': 'Options with wide spreads.',
  'TEST.TICK': 'Its price rises and falls by a cent, one step per second.',
  'TEST.UNKNOWN': 'The symbol is unknown: 404 `symbol-unknown`.',
} as const
export type TestSymbol = keyof typeof testSymbols

/** Delay of slow responses in the test market, milliseconds. */
export const testDelayMs = 3000
/** Lifetime of a session of `test-expired`, milliseconds: enough for its first panels. */
export const testSessionLifetimeMs = 6000
