/**
 * Protocol between browser and service. `plain`: HTTP/1.1 without TLS, over lines that simulate the
 * round trip of TLS. `h1` and `h2`: HTTP/1.1 and HTTP/2 over TLS.
 */
export const transports = ['plain', 'h1', 'h2'] as const
export type Transport = (typeof transports)[number]
