/** Id of the demo account, whose keys always read the configured market, whatever their prefix. */
export const demoPartnerId = 'p_demo'
/**
 * Id of the account that the service's own playground shows the widget with. Apart from the demo's: its pages are the
 * service's own, where the demo's keys must stay refused, as any partner's are in a web view (docs/mobile.md).
 */
export const playgroundPartnerId = 'p_playground'
/** Id of the demo's test account, whose keys read the test market like any partner's test keys. */
export const demoTestPartnerId = 'p_demo_test'
