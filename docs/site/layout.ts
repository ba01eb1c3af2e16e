/** The page layout: header, navigation and footer. It works without scripts. */
import { escapeHtml } from '#service/http/documents/html.ts'
import type { Heading } from './markdown.ts'
import { navigation, pages, pathOf } from './navigation.ts'
import type { NavigationGroup } from './navigation.ts'

/** Addresses of the pages' resources, in the build or under `npm run dev`. */
export type SiteAssets = {
  readonly style: string
  /** Script that sets the theme before the first paint. */
  readonly theme: string
  /** Script for search, copying and the table of contents. */
  readonly script: string
  readonly icon: string
  /** The search index, as JSON. */
  readonly search: string
}

/** Parts of a page. */
export type PageParts = {
  /** Name in the navigation. */
  readonly name: string
  readonly title: string
  readonly summary: string
  /** Content as HTML. */
  readonly html: string
  readonly headings: readonly Heading[]
}

const product = 'Options Analysis Service'

/** A group's heading and pages. A collapsed group is open on its own pages. */
function groupLinks({ title, pages: listed, isCollapsed }: NavigationGroup, current: string): string {
  const items = listed.map(
    ({ name, title: page }) =>
      `<li><a href="${pathOf(name)}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(page)}</a></li>`,
  )
  const list = `<ul>${items.join('')}</ul>`
  if (!isCollapsed) return `<h3>${title}</h3>${list}`
  const isCurrentGroup = listed.some(({ name }) => name === current)
  return `<details${isCurrentGroup ? ' open' : ''}><summary>${title}</summary>${list}</details>`
}

const navigationLinks = (current: string): string =>
  navigation
    .map(
      ({ title, groups }) => `<h2>${title}</h2>${groups.map((group) => groupLinks(group, current)).join('')}`,
    )
    .join('')

/** Table of contents from headings of level 2 and 3; empty if there are fewer than two. */
function contents(headings: readonly Heading[]): string {
  const listed = headings.filter(({ depth }) => depth < 4)
  if (listed.length < 2) return ''
  const items = listed.map(
    ({ id, text, depth }) =>
      `<li class="d${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="contents" aria-labelledby="contents-title"><h2 id="contents-title">On this page</h2><ul>${items.join('')}</ul></nav>`
}

/** Links to the previous and the next page. */
function neighbours(current: string): string {
  const index = pages.findIndex(({ name }) => name === current)
  if (index < 0) return ''
  const link = (page: (typeof pages)[number] | undefined, rel: 'prev' | 'next', label: string) =>
    page
      ? `<a rel="${rel}" href="${pathOf(page.name)}"><small>${label}</small>${escapeHtml(page.title)}</a>`
      : ''
  return `<nav class="neighbours" aria-label="Previous and next page">${link(pages[index - 1], 'prev', 'Previous')}${link(pages[index + 1], 'next', 'Next')}</nav>`
}

const icon = (path: string) =>
  `<svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" aria-hidden="true">${path}</svg>`
const icons = {
  menu: icon('<path d="M3 5.5h14M3 10h14M3 14.5h14"/>'),
  search: icon('<circle cx="8.75" cy="8.75" r="5.25"/><path d="m12.75 12.75 4 4"/>'),
}

/** A complete page. `version` is that of the described service. */
export function layOut(page: PageParts, assets: SiteAssets, version: string): string {
  const title = page.name === 'index' ? `${product}: documentation` : `${page.title} · ${product}`
  return `<!doctype html>
<html lang="en" data-search="${assets.search}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.summary.slice(0, 300))}">
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.theme}"></script>
<script type="module" src="${assets.script}"></script>
</head>
<body data-page="${escapeHtml(page.name)}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button class="menu-button" type="button" popovertarget="navigation">${icons.menu}<span class="hidden">Pages</span></button>
<a class="brand" href="/docs"><span class="mark" aria-hidden="true"></span><span><b>Options Analysis</b> <span class="docs">Docs</span></span></a>
<a class="version" href="/docs/changelog" aria-label="Version ${version}: what has changed">${version}</a>
<button class="search-button" type="button" hidden aria-keyshortcuts="/">${icons.search}<span>Search</span><kbd>/</kbd></button>
<label class="theme" hidden><span class="hidden">Colours</span><select><option value="">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<div class="frame">
<nav class="side" id="navigation" popover aria-label="Documentation">${navigationLinks(page.name)}</nav>
<main id="content" tabindex="-1">
<article>
${page.html}</article>
${neighbours(page.name)}
<footer><p>This page describes version ${version} of the service, which is the one that serves it. <a href="/docs/changelog">What has changed</a></p></footer>
</main>
${contents(page.headings)}
</div>
</body>
</html>
`
}
