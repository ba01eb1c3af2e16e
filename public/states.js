/**
 * The states the widget can be in. This page has the real service behind it, so what depends on the market or the network
 * is made up in the workbench (`npm run dev`), which needs no server.
 */

/** Where `npm run dev` listens. */
export const workbench = 'http://127.0.0.1:5173/mocks/index.html'

/**
 * `scenario`: its name in the workbench. `here`: the way to it on this page. `settings`: the hash that leads there.
 * @typedef {{ scenario: string, title: string, here: string, settings?: string }} State
 */

/** @type {readonly State[]} */
export const states = [
  { scenario: 'calm', title: 'Ready', here: 'This page as it opens.', settings: 'symbol=AAPL' },
  { scenario: 'slow', title: 'Loading', here: 'Here for a moment, or with a throttled network.' },
  { scenario: 'busy', title: 'A busy market', here: 'Only in the workbench.' },
  { scenario: 'closed', title: 'Market closed', here: 'Here outside of trading hours in New York.' },
  { scenario: 'delayed', title: 'Delayed data', here: 'Only in the workbench.' },
  { scenario: 'recorded', title: 'Recorded data', here: 'Here with MARKET=files:<folder> npm start.' },
  { scenario: 'stale', title: 'Stale', here: 'Here by stopping the service.' },
  { scenario: 'offline', title: 'Offline', here: 'Here with the browser’s network switched off.' },
  {
    scenario: 'empty',
    title: 'Empty: no ideas',
    here: 'Only in the workbench; with a filter that nothing passes, here.',
  },
  {
    scenario: 'partner',
    title: 'Partner’s own texts',
    here: 'Here with npm run admin -- partner set p_demo …',
  },
  { scenario: 'outdated', title: 'Old daily prices', here: 'Only in the workbench.' },
  { scenario: 'barless', title: 'No daily prices', here: 'Only in the workbench.' },
  { scenario: 'drifted', title: 'Price ran away from its options', here: 'Only in the workbench.' },
  { scenario: 'yesterday', title: 'Options of another day', here: 'Only in the workbench.' },
  { scenario: 'optionless', title: 'Empty: no options', here: 'Only in the workbench.' },
  { scenario: 'illiquid', title: 'Empty: nothing fits', here: 'Only in the workbench.' },
  { scenario: 'partial', title: 'Error in one panel', here: 'Only in the workbench.' },
  {
    scenario: 'failing',
    title: 'Error in every panel',
    here: 'Only in the workbench; an unknown symbol is one for two panels, here.',
  },
  {
    scenario: 'expired',
    title: 'Session ended',
    here: 'Here by revoking the key: npm run admin -- key revoke.',
  },
  { scenario: 'unauthorised', title: 'Bad key', here: 'Here: a key nobody issued.', settings: 'auth=badKey' },
  {
    scenario: 'refused',
    title: 'Refused domain',
    here: 'Here at stranger.localhost, linked above: a domain that is not listed.',
  },
]
