/** Paths of the bare embed's files, which are served at the service's address. */
export const barePath = '/bare'
export const bareScript = '/bare.js'
