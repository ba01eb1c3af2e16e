/** Where the bare embed's files are served: at the service's own address, beside everything else. */
export const barePath = '/bare'
export const bareScript = '/bare.js'
