/**
 * Finds the browsers for the tests: by environment variable, then in the usual places, then (Chromium)
 * Playwright's own.
 *
 * As a program, with names of browsers (default `chromium`), it installs missing ones and prints its steps;
 * if that is impossible, it prints instructions.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright'

/** Path of a program: the value of the variable, or the first existing one of the paths. */
function find(variable: string, places: readonly string[]): string | undefined {
  const named = process.env[variable]
  if (named && !existsSync(named)) throw new Error(`${variable}: no file at ${named}`)
  return named || places.find((path) => existsSync(path))
}

/** Path of a Chromium on this machine, or undefined. */
export const findChromium = (): string | undefined =>
  find('CHROMIUM_PATH', [
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
  find('FIREFOX_PATH', ['/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'])

/** WebKitGTK's driver and browser; undefined if either is missing or there is no display. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = find('WEBKIT_DRIVER', ['/usr/bin/WebKitWebDriver'])
  const browser = find('WEBKIT_BROWSER', globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser'))
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

type Needed = {
  title: string
  find: () => string | undefined
  /** Debian packages that contain it. */
  packages: readonly string[]
  /** Environment variables with its path. */
  variables: string
}

const browsers: Record<string, Needed> = {
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
function install(missing: readonly Needed[]): void {
  if (!findChromium()) {
    console.log('browsers: no Chromium; trying the download of Playwright …')
    run(process.execPath, 'node_modules/playwright/cli.js', 'install', '--with-deps', 'chromium')
  }
  const packages = missing.filter((browser) => !browser.find()).flatMap((one) => one.packages)
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
  const absent = () => needed.filter((browser) => !browser.find())
  if (absent().length > 0) install(absent())
  const missing = absent()
  for (const browser of needed.filter((one) => !missing.includes(one)))
    console.log(`browsers: using ${browser.find()}`)
  if (missing.length === 0) return
  const ways = missing.map(
    ({ title, packages, variables }) =>
      `browsers: no ${title}; apt-get install ${packages.join(' ')}, or set ${variables}`,
  )
  throw new Error(ways.join('\n'))
}

if (import.meta.main) {
  try {
    ensure(process.argv.length > 2 ? process.argv.slice(2) : ['chromium'])
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
