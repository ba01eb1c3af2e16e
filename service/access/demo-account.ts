/** Id of the demo account, whose keys read the market the operator has configured, whatever their prefix. */
export const demoPartnerId = 'p_demo'
/**
 * Id of the account that the service's own playground shows the widget with. Apart from the demo's: its pages are the
 * service's own, where the demo's keys must stay refused, as any partner's are in a web view (docs/mobile.md).
 */
export const playgroundPartnerId = 'p_playground'
/** Id of the demo's account for tests, whose keys read the test market as any partner's test keys do. */
export const demoTestPartnerId = 'p_demo_test'
