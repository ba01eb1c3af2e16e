/**
 * Protocol between browser and service: plain HTTP/1.1, whose lines simulate TLS, or TLS with HTTP/1.1 or
 * HTTP/2.
 */
export const overs = ['plain', 'h1', 'h2'] as const
export type Over = (typeof overs)[number]
