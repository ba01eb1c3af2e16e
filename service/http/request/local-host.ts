/**
 * Whether a host, with or without a port, is a developer's machine, where plain HTTP is sufficient.
 * On other hosts, a proxy may terminate TLS, so that the service sees `http`.
 */
export const isLocalHost = (host: string): boolean => /^(.+\.)?localhost(:\d+)?$|^127\.|^\[::1\]/.test(host)
