/** `npm run dev`: the workbench. App, loader and service run in the browser from their sources. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { developmentResponse } from '#docs/site/development.ts'
import pkg from '../package.json' with { type: 'json' }

/**
 * Serves the playground, `/docs/playground/`, as the service does: its files, and the page's configuration.
 */
const playground: Plugin = {
  name: 'playground',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const [, path] = /^\/docs\/playground\/([^?]*)/.exec(request.url ?? '') ?? []
      if (path === 'config.json') {
        const service = `http://${request.headers.host}`
        const loader = '/mocks/playground-loader.ts'
        response.setHeader('Content-Type', 'application/json')
        response.end(JSON.stringify({ place: 'workbench', service, apiKey: 'pk_workbench', loader }))
        return
      }
      if (path === 'widget-colors.js') request.url = '/app/ui/theming/widget-colors.ts'
      else if (path !== undefined) request.url = `/public/${path || 'index.html'}`
      next()
    })
  },
}

/** Serves `/docs` as the service does. Vite serves everything else, such as the pages' scripts and styles. */
const documentation: Plugin = {
  name: 'documentation',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
      const page = developmentResponse(url, pkg.version)
      if (!page) return next()
      response.setHeader('Content-Type', page.type)
      response.end(page.body)
    })
  },
}

export default defineConfig({
  base: '/',
  publicDir: false,
  plugins: [react(), playground, documentation],
  define: { __VERSION__: JSON.stringify(pkg.version) },
  // A dependency that Vite discovers later would reload the frame during its start.
  optimizeDeps: {
    entries: ['mocks/*.html'],
    include: [
      'msw',
      'msw/experimental',
      '@mswjs/interceptors/fetch',
      '@mswjs/interceptors/WebSocket',
      'react/jsx-dev-runtime',
    ],
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? 5173),
    open: process.env['CI'] ? false : '/mocks/index.html',
  },
})
