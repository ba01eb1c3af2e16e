/**
 * States of the widget. A test key produces most of them on the real service (docs/testing.md), and the workbench
 * (`npm run dev`) all of them.
 */

/**
 * `scenario`: its name in the workbench. `settings`: the URL hash that produces it with the configured market, and
 * `here` its description. `test`: the URL hash that produces it with a test key.
 * @typedef {{ scenario: string, title: string, here?: string, settings?: string, test?: string }} State
 */

/** @type {readonly State[]} */
export const states = [
  {
    scenario: 'calm',
    title: 'Ready',
    here: 'This page as it opens.',
    settings: 'symbol=AAPL',
    test: 'symbol=TEST.OK&market=test',
  },
  {
    scenario: 'slow',
    title: 'Loading',
    test: 'market=test&userId=test-slow',
  },
  { scenario: 'busy', title: 'A busy market' },
  {
    scenario: 'closed',
    title: 'Market closed',
    test: 'market=test&userId=test-closed',
  },
  {
    scenario: 'delayed',
    title: 'Delayed data',
    test: 'market=test&userId=test-delayed',
  },
  { scenario: 'recorded', title: 'Recorded data' },
  {
    scenario: 'stale',
    title: 'Stale',
    test: 'market=test&userId=test-stale',
  },
  { scenario: 'offline', title: 'Offline' },
  {
    scenario: 'empty',
    title: 'Empty: no ideas',
    test: 'market=test&userId=test-empty',
  },
  {
    scenario: 'partner',
    title: 'Partner’s own texts',
  },
  {
    scenario: 'outdated',
    title: 'Old daily prices',
    test: 'symbol=TEST.STALE&market=test',
  },
  { scenario: 'barless', title: 'No daily prices' },
  { scenario: 'drifted', title: 'Price ran away from its options' },
  { scenario: 'yesterday', title: 'Options of another day' },
  {
    scenario: 'optionless',
    title: 'Empty: no options',
    test: 'symbol=TEST.NOOPT&market=test',
  },
  {
    scenario: 'illiquid',
    title: 'Empty: nothing fits',
    test: 'symbol=TEST.EMPTY&market=test',
  },
  { scenario: 'unpriced', title: 'Prices not licensed' },
  { scenario: 'closes', title: 'Daily prices licensed' },
  { scenario: 'unlicensed', title: 'No data licensed' },
  { scenario: 'vendor', title: 'Delayed data of a vendor' },
  { scenario: 'evening', title: 'End-of-day data of a vendor' },
  { scenario: 'sparse', title: 'A source with prices only' },
  {
    scenario: 'partial',
    title: 'Error in one panel',
    test: 'symbol=TEST.FAIL&market=test',
  },
  {
    scenario: 'failing',
    title: 'Error in every panel',
    test: 'market=test&userId=test-failing',
  },
  {
    scenario: 'expired',
    title: 'Session ended',
    test: 'market=test&userId=test-expired',
  },
  {
    scenario: 'unauthorised',
    title: 'Bad key',
    here: 'Here: a key nobody issued.',
    settings: 'auth=badKey',
    test: 'market=test&userId=test-refused',
  },
  {
    scenario: 'refused',
    title: 'Refused domain',
    test: 'market=test&userId=test-domain',
  },
]
