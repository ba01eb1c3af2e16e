/** Packages that others compute the same with, from npm at pinned versions, kept in `.cache`. */
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
type Greek = (
  spot: number,
  strike: number,
  years: number,
  volatility: number,
  rate: number,
  side: Side,
) => number
type Calculated = { calculate(input: object): unknown[] }

/** The functions that the bench uses. */
export type Libraries = {
  'black-scholes': { blackScholes: Greek }
  greeks: { getDelta: Greek; getGamma: Greek; getTheta: Greek; getVega: Greek; getRho: Greek }
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
    Calculated
  >
}

let missing: string | undefined

const install = (): void => {
  const wanted = JSON.stringify({ private: true, dependencies: versions })
  try {
    if (readFileSync(`${folder}/installed.json`, 'utf8') === wanted) return
  } catch {
    // Not yet there.
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, wanted)
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: 'pipe',
  })
  writeFileSync(`${folder}/installed.json`, wanted)
}

/** One of them; `undefined`, said once, where npm does not give it. */
export const library = <K extends keyof Libraries>(name: K): Libraries[K] | undefined => {
  if (missing !== undefined) return undefined
  try {
    install()
    return createRequire(resolve(folder, 'package.json'))(name) as Libraries[K]
  } catch (error) {
    missing = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    console.error(`npm's packages are left out: ${missing}`)
    return undefined
  }
}
