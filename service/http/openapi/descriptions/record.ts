/** Descriptions of the schemas of the sealed record. */
import type { DescriptionsOf } from './types.ts'

type FileSchema =
  | 'RecordFile'
  | 'RecordKey'
  | 'RecordKeyChange'
  | 'RecordEntry'
  | 'RecordPrevious'
  | 'RecordIdea'
  | 'IdeaValues'
  | 'RecordPick'
  | 'PickForecast'
  | 'PickValues'
  | 'RecordDividend'
  | 'RecordResolution'
  | 'RecordSplit'
  | 'PaidDividend'
  | 'SettlementValues'
  | 'CloseBefore'
  | 'PickResult'

const sealed =
  'SHA-256 of a random salt, followed by the canonical JSON of the values; null if the values are public.'
const exDate = 'Ex-dividend day.'

const fileDescriptions: DescriptionsOf<FileSchema> = {
  RecordFile: {
    description: 'The file of a night: canonical JSON (RFC 8785). Verify the exact bytes of the response.',
    properties: {
      entry: 'What the night publishes.',
      key: 'The key that signed the entry.',
      signature: 'Ed25519 signature of the canonical JSON of `entry`, in base64url.',
    },
  },
  RecordKey: {
    description: 'An Ed25519 public key.',
    properties: {
      id: 'First 16 hex digits of the SHA-256 of the public key.',
      publicKey: 'The 32 bytes of the key, in base64url.',
    },
  },
  RecordKeyChange: {
    description: 'Statement of a key that another key follows it.',
    properties: {
      previousKey: 'Id of the key that made the statement.',
      key: 'The key that follows.',
      signature:
        'Signature of the previous key over the canonical JSON of `format` (options-record-key/1), `previousKey` and `key`.',
    },
  },
  RecordEntry: {
    description: 'What a night publishes in one series.',
    properties: {
      format: 'Format of the file.',
      series: 'Environment, source and version of the formulas.',
      environment: 'Kind of data.',
      source: 'Source of the data, as users see it.',
      formula: ['none', 'Version of the formulas.'],
      rules: ['none', 'Version of the rules by which picks get results.'],
      number: ['none', 'Number of the entry in its series, from 1.'],
      night: 'Trading day whose data the scan used.',
      publishedAt: 'Time of the signature, UTC.',
      previous: 'The entry before; null for the first entry.',
      missed: 'Sessions since the entry before that have no entry.',
      keyChanges: 'Changes of the key since the entry before, oldest first.',
      batch: 'Id of the batch; null if the entry has results only.',
      rate: ['fraction-per-year', 'Risk-free rate, continuously compounded.'],
      ideas: 'The ideas of the scan, strongest first.',
      picks: 'The first trade of each symbol in the default list of best income, at most 200.',
      dividends: 'Declared dividends of underlyings with open picks that are new or changed.',
      resolutions: 'Results of earlier picks.',
    },
  },
  RecordPrevious: {
    description: 'The entry before, with the hash of its file.',
    properties: { night: 'Its night.', sha256: 'SHA-256 of its file, as 64 hex digits.' },
  },
  RecordIdea: {
    description: 'An idea of the scan. Either `values` or `sealed` is null.',
    properties: {
      symbol: 'Ticker.',
      sentiment: 'Direction of the idea.',
      strength: ['score', 'Strength of the idea, 0 to 100.'],
      technicalRank: ['rank', 'Technical rank, 1 to 10; null if unknown.'],
      signals: 'Codes of the signals, strongest first.',
      callScore: ['score', 'Highest score of a covered call; null if How shows none.'],
      putScore: ['score', 'Highest score of a short put; null if How shows none.'],
      values: 'Prices of the idea; null if they are licensed.',
      sealed,
    },
  },
  IdeaValues: {
    description: 'Prices of an idea.',
    properties: { price: ['usd-per-share', 'Price of the underlying.'] },
  },
  RecordPick: {
    description: 'One contract to sell. Either `values` or `sealed` is null.',
    properties: {
      pick: ['none', 'Number within the night, from 1.'],
      symbol: 'Ticker of the underlying.',
      contract: 'OSI symbol of the contract.',
      right: 'Kind of the option.',
      strike: ['usd-per-share', 'Strike price.'],
      expiry: 'Day of expiration.',
      quotedAt: 'Time of the option quotes, UTC.',
      probability: ['fraction', 'Stated probability that the option expires worthless.'],
      probabilityOfProfit: ['fraction', 'Stated probability that the position gains.'],
      score: ['score', 'Score of the trade, 0 to 250.'],
      forecast: 'The forecast of the score.',
      values: 'Prices of the pick; null if they are licensed.',
      sealed,
    },
  },
  PickForecast: {
    description: 'Forecast that the score of a pick is computed with.',
    properties: {
      kind: 'How the forecast is composed.',
      impliedWeight: ['fraction', 'Weight of the implied part.'],
      realizedVolatility: ['fraction-per-year', 'Realised volatility; null if the forecast does not use it.'],
      reportMove: ['fraction', 'Standard deviation that earnings reports add; null if they add nothing.'],
    },
  },
  PickValues: {
    description: 'Prices that a pick was computed with.',
    properties: {
      bid: ['usd-per-share', 'Bid at which the option is sold.'],
      fairValue: ['usd-per-share', 'Value that the other options of the expiration imply.'],
      underlying: ['usd-per-share', 'Price of the underlying at the time of the quote.'],
      expectedGain: ['usd-per-share', 'Expected gain at expiration, at least 0.'],
      expectedLoss: ['usd-per-share', 'Expected loss at expiration, at least 0.'],
    },
  },
  RecordDividend: {
    description: 'A declared dividend.',
    properties: { symbol: 'Ticker.', exDate, amount: ['usd-per-share', 'Amount of the dividend.'] },
  },
  RecordResolution: {
    description: 'Result of an earlier pick. Either `values` or `sealed` is null, both if the pick is void.',
    properties: {
      night: 'Night of the pick.',
      pick: ['none', 'Number of the pick.'],
      outcome: 'How the pick ended.',
      reason: 'Why the pick is void; otherwise null.',
      settledOn: 'Session whose close settles the pick; null if it is void.',
      splits: 'Splits between the night of the pick and this entry.',
      dividends: 'Dividends between the night of the pick and its expiration.',
      values: 'Prices that the pick is settled with; null if they are licensed.',
      sealed,
      result: 'Results in dollars; null if the pick is void or a price is licensed.',
    },
  },
  RecordSplit: {
    description: 'A split.',
    properties: {
      day: 'First session with the new shares.',
      factor: ['shares-for-one', 'New shares for one old share.'],
    },
  },
  PaidDividend: {
    description: 'A dividend in the life of a pick.',
    properties: { exDate, amount: ['usd-per-share', 'Amount for one share of that day.'] },
  },
  SettlementValues: {
    description: 'Prices that settle a pick, in shares of its night.',
    properties: {
      close: ['usd-per-share', 'Close of the expiration; null if unknown.'],
      before: 'Closes of the sessions before ex-dividend days, oldest first.',
    },
  },
  CloseBefore: {
    description: 'Close of the session before an ex-dividend day.',
    properties: { exDate, close: ['usd-per-share', 'The close.'] },
  },
  PickResult: {
    description: 'Results of one contract until the pick is settled.',
    properties: {
      profit: ['usd', 'Profit of the pick after the commission.'],
      stock: ['usd', 'Profit of 100 shares instead.'],
      cash: ['usd', 'Interest on the capital of the pick instead.'],
    },
  },
}

const right = 'Right of the sold options.'
const from = 'Start of the band of stated probabilities, inclusive'
const to = 'End of the band, exclusive'
const capital = 'as a share of the capital: the price of the shares for a call, the strike for a put.'

const summaryDescriptions: DescriptionsOf<
  'RecordOverview' | 'RecordSeries' | 'RecordCalibration' | 'RecordYield' | 'RecordGroup'
> = {
  RecordOverview: {
    description: 'What came of the picks of the sealed record, by series.',
    properties: {
      minResolved: ['none', 'Minimum number of resolved picks for a figure.'],
      series: 'The series, by name.',
    },
  },
  RecordSeries: {
    description: 'What came of the picks of one series.',
    properties: {
      series: 'Environment, source and version of the formulas.',
      environment: 'Kind of data.',
      isCurrent: 'Whether the service continues this series with picks.',
      nights: ['none', 'Number of entries.'],
      firstNight: 'Night of the first entry.',
      lastNight: 'Night of the last entry.',
      missed:
        'Sessions since the first night without an entry. The newest one is listed 15 minutes after the end of its scan.',
      resolved: ['none', 'Number of picks with an outcome, without void ones.'],
      expired: ['none', 'Number of picks that expired worthless.'],
      void: ['none', 'Number of void picks.'],
      withResult: ['none', 'Number of picks with a public result.'],
      losers: ['none', 'Number of public results below zero.'],
      means: 'Mean results of one contract; null if fewer than `minResolved` picks have a public result.',
      calibration:
        'Stated and observed shares, lowest band first; empty if fewer than `minResolved` picks are resolved.',
      yields:
        'Premiums beside what they cost: of each right the total, then its bands; empty if fewer than `minResolved` picks have a public result.',
      groups: 'Groups of similar picks, each of at least `minResolved` resolved picks.',
    },
  },
  RecordCalibration: {
    description: 'Stated probability and observed share of options that expired worthless.',
    properties: {
      from: ['fraction', `${from}.`],
      to: ['fraction', `${to}.`],
      count: ['none', 'Number of resolved picks, without void ones.'],
      stated: ['fraction', 'Mean of the stated probabilities.'],
      observed: ['fraction', 'Share that expired worthless.'],
      error: ['fraction', 'Standard error of `observed`, clustered by expiration.'],
    },
  },
  RecordYield: {
    description: 'Means of the premiums and of what they cost.',
    properties: {
      right,
      from: ['fraction', `${from}; null for the total.`],
      to: ['fraction', `${to}; null for the total.`],
      count: ['none', 'Number of picks with a public result.'],
      premium: ['fraction', `Bid less commission, ${capital}`],
      forgone: [
        'fraction',
        `For calls the rise above the strike, for puts the fall below it, ${capital} 0 for an option that expired worthless.`,
      ],
      net: ['fraction', '`premium` less `forgone`.'],
    },
  },
  RecordGroup: {
    description: 'Resolved picks of one right, one band of stated probabilities and one band of days.',
    properties: {
      right,
      from: ['fraction', `${from}.`],
      to: ['fraction', `${to}.`],
      minDays: ['calendar-days', 'Minimum number of calendar days from the night to the expiration.'],
      maxDays: ['calendar-days', 'Maximum number of these days; null without one.'],
      resolved: ['none', 'Number of picks with an outcome, without void ones.'],
      expired: ['none', 'Number of them that expired worthless.'],
      stated: ['fraction', 'Mean of the stated probabilities.'],
    },
  },
}

export const recordDescriptions: DescriptionsOf<
  'RecordList' | 'RecordListEntry' | FileSchema | keyof typeof summaryDescriptions
> = {
  ...fileDescriptions,
  ...summaryDescriptions,
  RecordList: {
    description: 'A page of the list of entries.',
    properties: {
      entries: 'Newest night first; entries of one night by the name of their series.',
      next: 'Value of `before` for the next page; null on the last page.',
    },
  },
  RecordListEntry: {
    description: 'One night of one series of the sealed record.',
    properties: {
      series: 'Environment, source and version of the formulas.',
      number: ['none', 'Number of the entry in its series, from 1.'],
      night: 'Trading day whose data the scan used.',
      publishedAt: 'Time of the signature, UTC.',
      sha256: 'SHA-256 of the file, as 64 hex digits.',
      previousSha256: 'SHA-256 of the file of the entry before; null for the first entry.',
      keyId: 'Id of the key that signed the file: the first 16 hex digits of the SHA-256 of the public key.',
      ideas: ['none', 'Number of ideas.'],
      picks: ['none', 'Number of picks.'],
      resolutions: ['none', 'Number of results of earlier picks.'],
      path: 'Path of the file on this service.',
    },
  },
}
