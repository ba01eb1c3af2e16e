/**
 * Protocol between browser and service: plain HTTP/1.1, over lines that simulate the round trip of TLS, or TLS with
 * HTTP/1.1 or HTTP/2.
 */
export const transports = ['plain', 'h1', 'h2'] as const
export type Transport = (typeof transports)[number]
