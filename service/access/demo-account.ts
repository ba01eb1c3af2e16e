/**
 * Id of the demo account, whose keys always read the configured market, even with the prefix of
 * test keys.
 */
export const demoPartnerId = 'p_demo'
/**
 * Id of the account of the service's playground. It is not the demo account, because the playground
 * is on the origin of the service, at which the keys of the demo and of partners are refused
 * (docs/mobile.md).
 */
export const playgroundPartnerId = 'p_playground'
/**
 * Id of the demo's test account, whose keys read the test market like the test keys of partners.
 */
export const demoTestPartnerId = 'p_demo_test'

/** Whether an account is the demo's or the playground's, which show the configured market to its operator. */
export const isDemoAccount = (partnerId: string): boolean =>
  partnerId === demoPartnerId || partnerId === playgroundPartnerId
