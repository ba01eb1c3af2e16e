/** The frameworks of the matrix, one row per application. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Framework = {
  name: string
  /** Folder of the manifest in `apps/`. */
  manifest: string
  /** Folder of the sources in `apps/`, if several versions share them. */
  sources?: string
  /** Dependencies whose versions are in the table. */
  shown: readonly string[]
  /** Entry of our package that the application imports. */
  entry: string
  /** Next renders on its own server; the others are static files. */
  hasServer?: boolean
}

const react = { sources: 'react', shown: ['react', 'react-router-dom', 'vite'], entry: 'react' }

export const frameworks: readonly Framework[] = [
  { name: 'React 18', manifest: 'react-18', ...react },
  { name: 'React 19', manifest: 'react-19', ...react },
  { name: 'React canary', manifest: 'react-canary', ...react },
  {
    name: 'Next, App Router',
    manifest: 'next',
    shown: ['next', 'react'],
    entry: 'react',
    hasServer: true,
  },
  { name: 'Vue 3', manifest: 'vue', shown: ['vue', 'vue-router', 'vite'], entry: 'element-vue' },
  { name: 'Svelte 5', manifest: 'svelte', shown: ['svelte', 'vite'], entry: 'element-svelte' },
  {
    name: 'Solid',
    manifest: 'solid',
    shown: ['solid-js', '@solidjs/router', 'vite'],
    entry: 'element-solid',
  },
  {
    name: 'Angular',
    manifest: 'angular',
    shown: ['@angular/core', '@angular/build', 'typescript'],
    entry: 'element',
  },
]

export const appsFolder = join(import.meta.dirname, 'apps')

export type AppManifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> }

export const manifestOf = ({ manifest }: Framework): AppManifest =>
  JSON.parse(readFileSync(join(appsFolder, manifest, 'package.json'), 'utf8')) as AppManifest
