/**
 * Whether a host, with or without a port, is a developer's own machine: there plain http will do. Everywhere else
 * something before the service ends TLS, and the request itself says `http`.
 */
export const isLocalHost = (host: string): boolean => /^(.+\.)?localhost(:\d+)?$|^127\.|^\[::1\]/.test(host)
