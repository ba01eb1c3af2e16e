/**
 * Which Chromium the tests drive: `CHROMIUM_PATH`, then the usual places, then Playwright's own; run as a program it
 * installs one where there is none and says what it does.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a Chromium on this machine, or undefined. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no file at ${named}`)
    return named
  }
  const own = chromium.executablePath()
  return [...usualPlaces, own].find((path) => path && existsSync(path))
}

/**
 * Launch options that every suite shares. The last `--disable-features` wins over Playwright's, which would switch
 * storage partitioning off: with it on, third-party storage behaves as it does for real people.
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

function install(): string {
  console.log('browser: none found; trying the download of Playwright …')
  try {
    execFileSync(process.execPath, ['node_modules/playwright/cli.js', 'install', '--with-deps', 'chromium'], {
      stdio: 'inherit',
    })
  } catch {
    console.log('browser: the download did not work.')
  }
  const downloaded = findChromium()
  if (downloaded) return downloaded
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log("browser: installing Debian's package chromium with apt-get …")
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
    })
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'browser: no Chromium. Install one (for example `apt-get install chromium`) or set CHROMIUM_PATH.',
  )
}

if (import.meta.main) {
  const found = findChromium()
  console.log(`browser: ${found ? `using ${found}` : `installed ${install()}`}`)
}
