/** `npm run dev`: the workbench. App, loader and service come from their sources and run in the browser. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import pkg from '../package.json' with { type: 'json' }

export default defineConfig({
  base: '/',
  publicDir: false,
  plugins: [react()],
  define: { __VERSION__: JSON.stringify(pkg.version) },
  // Found late, a dependency would reload the frame in the middle of its start.
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
