/** Id of the demo account, whose keys always read the configured market, whatever their prefix. */
export const demoPartnerId = 'p_demo'
/**
 * Id of the account of the service's playground. Separate from the demo account: the playground is on the service's own
 * origin, where the demo's keys must stay refused, like any partner's in a web view (docs/mobile.md).
 */
export const playgroundPartnerId = 'p_playground'
/** Id of the demo's test account, whose keys read the test market like any partner's test keys. */
export const demoTestPartnerId = 'p_demo_test'
