/**
 * Finds the browsers for the tests: by environment variable, then at the usual paths, then (Chromium)
 * Playwright's own.
 *
 * As a program, with names of browsers (default `chromium`), it installs missing ones and prints its steps;
 * if that is impossible, it prints instructions.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright'

/** Path of a program: the value of the environment variable, or the first of the paths that exists. */
function findExecutable(variable: string, paths: readonly string[]): string | undefined {
  const configuredPath = process.env[variable]
  if (configuredPath && !existsSync(configuredPath))
    throw new Error(`${variable} is ${configuredPath}, but there is no such file`)
  return configuredPath || paths.find((path) => existsSync(path))
}

/** Path of a Chromium on this machine, or undefined. */
export const findChromium = (): string | undefined =>
  findExecutable('CHROMIUM_PATH', [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ])

/** Path of an unmodified Firefox, which Playwright drives over WebDriver BiDi, or undefined. */
export const findFirefox = (): string | undefined =>
  findExecutable('FIREFOX_PATH', ['/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'])

/** WebKitGTK's driver and browser; undefined if either is missing or there is no display. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = findExecutable('WEBKIT_DRIVER', ['/usr/bin/WebKitWebDriver'])
  const browser = findExecutable('WEBKIT_BROWSER', globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser'))
  const display = process.env['DISPLAY'] || existsSync('/usr/bin/Xvfb')
  return driver && browser && display ? { driver, browser } : undefined
}

/**
 * Launch options that every suite shares. The last `--disable-features` wins over Playwright's, which would switch
 * storage partitioning off: with it on, third-party storage behaves as it does for users.
 */
export function chromiumLaunch(): LaunchOptions {
  const executablePath = findChromium()
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-features=PaintHolding',
    ],
  }
}

type BrowserEntry = {
  title: string
  find: () => string | undefined
  /** Debian packages that contain it. */
  packages: readonly string[]
  /** Environment variables with its path. */
  variables: string
}

const browsers: Record<string, BrowserEntry> = {
  chromium: {
    title: 'Chromium',
    find: findChromium,
    packages: ['chromium'],
    variables: 'CHROMIUM_PATH',
  },
  firefox: {
    title: 'Firefox ESR',
    find: findFirefox,
    packages: ['firefox-esr'],
    variables: 'FIREFOX_PATH',
  },
  webkit: {
    title: 'WebKitGTK with its driver and a display',
    find: () => findWebKit()?.driver,
    packages: ['webkit2gtk-driver', 'xvfb'],
    variables: 'WEBKIT_DRIVER and WEBKIT_BROWSER',
  },
}

function run(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'inherit' })
    return true
  } catch {
    console.log(`browsers: ${command} ${args.join(' ')} failed.`)
    return false
  }
}

/** Tries Playwright's download (Chromium), then Debian packages if running as root. */
function install(missing: readonly BrowserEntry[]): void {
  if (!findChromium()) {
    console.log('browsers: no Chromium; trying the download of Playwright …')
    run(process.execPath, 'node_modules/playwright/cli.js', 'install', '--with-deps', 'chromium')
  }
  const packages = missing.filter((browser) => !browser.find()).flatMap((browser) => browser.packages)
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`browsers: installing Debian's packages ${packages.join(', ')} with apt-get …`)
  if (run('apt-get', 'update', '-qq'))
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages)
}

/** Finds or installs browsers. Throws an error with instructions if that fails. */
function ensure(names: readonly string[]): void {
  const needed = names.map((name) => {
    const browser = browsers[name]
    if (!browser) throw new Error(`browsers: ${name} is not one of ${Object.keys(browsers).join(', ')}`)
    return browser
  })
  const findAbsent = () => needed.filter((browser) => !browser.find())
  if (findAbsent().length > 0) install(findAbsent())
  const missing = findAbsent()
  for (const browser of needed.filter((browser) => !missing.includes(browser)))
    console.log(`browsers: using ${browser.find()}`)
  if (missing.length === 0) return
  const instructions = missing.map(
    ({ title, packages, variables }) =>
      `browsers: no ${title}; apt-get install ${packages.join(' ')}, or set ${variables}`,
  )
  throw new Error(instructions.join('\n'))
}

if (import.meta.main) {
  try {
    ensure(process.argv.length > 2 ? process.argv.slice(2) : ['chromium'])
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
