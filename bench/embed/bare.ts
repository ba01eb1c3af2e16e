/** Paths of the bare embed's files. The reverse proxy serves them at the service's address. */
export const barePath = '/bare'
export const bareScript = '/bare.js'
