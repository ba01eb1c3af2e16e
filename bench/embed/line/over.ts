/** What the browser speaks to the service: plain HTTP/1.1, whose lines stand in for TLS, or TLS with HTTP/1.1 or HTTP/2. */
export const overs = ['plain', 'h1', 'h2'] as const
export type Over = (typeof overs)[number]
