/** npm packages that do the same computations, at pinned versions, installed into `.cache`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const folder = '.cache/bench-analysis'

const versions = {
  'black-scholes': '1.1.0',
  greeks: '1.0.0',
  'implied-volatility': '1.0.0',
  technicalindicators: '3.1.0',
} as const

type Side = 'call' | 'put'
type PricingFunction = (
  spot: number,
  strike: number,
  years: number,
  volatility: number,
  rate: number,
  side: Side,
) => number
type Indicator = { calculate(input: object): unknown[] }

/** The functions that the bench uses. */
export type Libraries = {
  'black-scholes': { blackScholes: PricingFunction }
  greeks: {
    getDelta: PricingFunction
    getGamma: PricingFunction
    getTheta: PricingFunction
    getVega: PricingFunction
    getRho: PricingFunction
  }
  'implied-volatility': {
    getImpliedVolatility(
      price: number,
      spot: number,
      strike: number,
      years: number,
      rate: number,
      side: Side,
    ): number
  }
  technicalindicators: Record<
    'RSI' | 'SMA' | 'EMA' | 'WMA' | 'ROC' | 'ATR' | 'CCI' | 'WilliamsR' | 'MFI' | 'MACD' | 'BollingerBands',
    Indicator
  >
}

let installError: string | undefined

const install = (): void => {
  const manifest = JSON.stringify({ private: true, dependencies: versions })
  try {
    if (readFileSync(`${folder}/installed.json`, 'utf8') === manifest) return
  } catch {
    // Not installed yet.
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, manifest)
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: 'pipe',
  })
  writeFileSync(`${folder}/installed.json`, manifest)
}

/** One of the packages; `undefined` after one warning if npm cannot install them. */
export const library = <K extends keyof Libraries>(name: K): Libraries[K] | undefined => {
  if (installError !== undefined) return undefined
  try {
    install()
    return createRequire(resolve(folder, 'package.json'))(name) as Libraries[K]
  } catch (error) {
    installError = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    console.error(`npm packages are skipped because they cannot be installed: ${installError}`)
    return undefined
  }
}
