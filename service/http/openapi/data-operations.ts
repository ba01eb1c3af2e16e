/** Operations of the data API, with their parameters and responses. */
import { dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { responseHeaders, problemResponses } from './responses.ts'
import { examples } from './examples.ts'
import { jsonSchema } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

type QueryName<R extends DataRoute> = keyof (typeof dataRoutes)[R]['query']['entries'] & string

/**
 * Description of a parameter, with an example value that the service accepts. For a number or
 * boolean, `schema` replaces the generated schema, which has only the pattern of the text that the
 * query parses.
 */
type ParameterDescription = {
  readonly description: string
  readonly example: string | number | boolean
  readonly schema?: JsonSchema
}

type OperationDescription<R extends DataRoute> = {
  readonly tag: 'What' | 'Why' | 'How' | 'Market'
  readonly description: string
  readonly parameters: Readonly<Record<QueryName<R>, ParameterDescription>>
}

const price: JsonSchema = { type: 'number', minimum: 0 }
const legtype = {
  description: 'Returns only calls or only puts. Without it, both are returned.',
  example: 'call',
}

const operationDescriptions: { readonly [R in DataRoute]: OperationDescription<R> } = {
  tradeIdeas: {
    tag: 'What',
    description:
      'Returns the latest batch of the overnight scan, strongest idea first, at most 250 ideas. Before the first scan, the list is empty and `dateOfScan` is null.',
    parameters: {},
  },
  why: {
    tag: 'Why',
    description:
      'Returns the trends, levels, ranks, last price and next events of one symbol. A value that is not known is null, and `unknown` gives the reason.',
    parameters: {},
  },
  income: {
    tag: 'How',
    description:
      'Returns the best contract for each cell of a grid of 3 timeframes by 3 risk profiles, as covered calls and as cash-secured short puts. If the quotes are old or the price has moved too far away from them, no contract is returned; `unknown` and `refused` give the reason.',
    parameters: {
      stockQuantity: {
        description:
          'Number of shares held, a whole number of 1 or more. The position has one contract per 100 shares. Without it, the position is one contract.',
        example: 200,
        schema: { type: 'integer', minimum: 1, maximum: 999_999_999 },
      },
      costBasis: {
        description:
          'US dollars paid per share. A strike below it is chosen only if the cell has no other contract. Without it, today’s price is used.',
        example: 151.25,
        schema: { type: 'number', minimum: 0.0001 },
      },
      cash: {
        description: 'US dollars set aside for puts. Without it, the position is one contract.',
        example: 25000,
        schema: { type: 'number', minimum: 0.01 },
      },
      legtype,
      timeframe: {
        description: 'Returns only one row of the grid. Without it, all three rows are returned.',
        example: 'short',
      },
      riskprofile: {
        description: 'Returns only one column of the grid. Without it, all three columns are returned.',
        example: 'optimal',
      },
      contract: {
        description:
          'OSI symbol of a listed option on this symbol, in upper or lower case, with or without the spaces that pad its root. The field `contract` of the response is then this option, analysed like the contract of a cell; without the parameter, the field is null. If the option is not listed, the response is 404 `symbol-unknown`; if it has another underlying, 400 `malformed-parameter`. In both problems, `parameter` is `contract`.',
        example: 'AAPL261218C00270000',
      },
    },
  },
  bestIncome: {
    tag: 'How',
    description:
      'Returns one trade per symbol: the first that passes the filters, in the order of `sort`. A trade whose value of a filter is not known does not pass. It covers all symbols with a `liquidityRank` of 1 or 2, as of the latest overnight scan.',
    parameters: {
      legtype,
      minPrice: {
        description: 'Minimum price of the underlying in US dollars per share.',
        example: 20,
        schema: price,
      },
      maxPrice: {
        description: 'Maximum price of the underlying in US dollars per share.',
        example: 500,
        schema: price,
      },
      symbols: {
        description:
          'Returns only these symbols, for example those that a customer holds: 1 to 100 tickers, separated by commas. A symbol without a trade is absent from the response.',
        example: 'AAPL,BRK.B,MU',
        schema: { type: 'string', minLength: 1 },
      },
      minYield: {
        description: 'Minimum `annualizedReturn` as a decimal fraction: `0.1` is 10 % a year.',
        example: 0.1,
        schema: { type: 'number', minimum: 0 },
      },
      minIvRank: {
        description:
          'Minimum `impliedVolatilityRank`, from 0 to 100. Symbols whose rank is not known are excluded.',
        example: 25,
        schema: { type: 'number', minimum: 0, maximum: 100 },
      },
      minIvPercentile: {
        description: 'Minimum `impliedVolatilityPercentile`, from 0 to 100.',
        example: 50,
        schema: { type: 'number', minimum: 0, maximum: 100 },
      },
      noEarnings: {
        description:
          'With `true`, returns only trades that are known to have no earnings before the expiration.',
        example: true,
        schema: { type: 'boolean', default: false },
      },
      noDividend: {
        description:
          'With `true`, returns only trades that are known to have no ex-dividend day before the expiration.',
        example: true,
        schema: { type: 'boolean', default: false },
      },
      maxCash: {
        description:
          'Maximum cash for one contract in US dollars: 100 times the strike of a put, or 100 times the price of the stock of a covered call.',
        example: 25000,
        schema: { type: 'number', minimum: 0 },
      },
      minProbability: {
        description: 'Minimum `probability` as a decimal fraction: `0.8` is 80 %.',
        example: 0.8,
        schema: { type: 'number', minimum: 0, maximum: 1 },
      },
      maxDelta: {
        description: 'Maximum `delta` without its sign: `0.3` excludes puts with a delta below -0.3.',
        example: 0.3,
        schema: { type: 'number', minimum: 0, maximum: 1 },
      },
      minDays: {
        description: 'Minimum `daysUntilExpiry`, inclusive.',
        example: 20,
        schema: { type: 'integer', minimum: 0 },
      },
      maxDays: {
        description: 'Maximum `daysUntilExpiry`, inclusive.',
        example: 60,
        schema: { type: 'integer', minimum: 0 },
      },
      maxSpread: {
        description: 'Maximum `spread` as a decimal fraction: `0.1` is 10 % of the mid price.',
        example: 0.1,
        schema: { type: 'number', minimum: 0 },
      },
      minOpenInterest: {
        description: 'Minimum `openInterest`, in contracts.',
        example: 100,
        schema: { type: 'integer', minimum: 0 },
      },
      trend: {
        description: 'Returns only symbols with this six-month `trend`.',
        example: 'Bullish',
      },
      sector: {
        description: 'Returns only symbols of this `sector`, by its exact name.',
        example: 'Technology',
        schema: { type: 'string', minLength: 1, maxLength: 60 },
      },
      sort: {
        description:
          'Order of the trades, and of the trades of one symbol, of which the first is returned. `score` is by `serviceScore` and then by `annualizedReturn`; `cash` is by the cash for one contract; `delta` is without its sign; `days` is by `daysUntilExpiry`. Unknown values are last. Without it, the order is `score`.',
        example: 'annualizedReturn',
      },
      order: {
        description: 'Direction of `sort`: `desc`, the highest first, or `asc`. Without it, `desc`.',
        example: 'desc',
      },
      limit: {
        description:
          'Maximum number of trades, from 1 to 200. Without it, at most 50 trades are returned; with `symbols`, the trades of all those symbols.',
        example: 50,
        schema: { type: 'integer', minimum: 1, maximum: 200 },
      },
    },
  },
  roll: {
    tag: 'How',
    description:
      'Returns the state of an open short call or put: the cost of closing it, the part of its premium that is kept, the probability that it expires worthless, whether assignment is likely soon, and contracts to sell instead. If the contract has expired or is not listed (for example, after a split), the response is 404 `symbol-unknown` with `parameter: contract`; if it has another underlying, 400 `malformed-parameter`.',
    parameters: {
      contract: {
        description:
          'OSI symbol of the open option, in upper or lower case, with or without the spaces that pad its root.',
        example: 'AAPL261211C00325000',
        schema: { type: 'string', minLength: 16 },
      },
      price: {
        description:
          'US dollars per share that the option was sold for. Without it, `profitKept` and `profitShare` are null.',
        example: 6.4,
        schema: { type: 'number', minimum: 0.0001 },
      },
      costBasis: {
        description:
          'US dollars paid per share for the shares that cover a call. Calls with a strike below it are listed after the others and have a warning.',
        example: 151.25,
        schema: { type: 'number', minimum: 0.0001 },
      },
    },
  },
  scenario: {
    tag: 'How',
    description:
      'Returns the value of one listed option on other days, at other volatilities and at other prices of its underlying, including early exercise and dividends, as a grid for interpolation. Also returns the sensitivities of its seller. If the contract is not listed, the response is 404 `symbol-unknown`; if it has another underlying, 400 `malformed-parameter`. If the quotes of the chain are implausible, the grid is empty and `refused` gives the reason.',
    parameters: {
      contract: {
        description:
          'OSI symbol of the contract, in upper or lower case, with or without the spaces that pad its root to six characters.',
        example: 'AAPL261218P00295000',
        schema: { type: 'string', minLength: 16, maxLength: 30 },
      },
    },
  },
  chain: {
    tag: 'How',
    description:
      'Returns every listed option of one symbol that expires after today, by expiration and strike, with the figures that How uses. An option with an implausible quote has no figures, and `refused` gives the reason. The response is large; use `expiry` to get the rows of one expiration.',
    parameters: {
      expiry: {
        description:
          'Returns only the rows of this expiration, which must be a day in `expiries`. The other expirations keep their own figures but have empty `rows`. Without it, all rows are returned. If no listed option expires on this day, the response is 404 `symbol-unknown` with `parameter: expiry`.',
        example: '2026-12-18',
      },
    },
  },
  symbols: {
    tag: 'Market',
    description: 'Finds symbols by the beginning of the ticker or by a part of the company name.',
    parameters: { query: { description: 'Text to search for, 1 to 50 characters.', example: 'apple' } },
  },
  history: {
    tag: 'Why',
    description: 'Returns daily bars for a chart, adjusted for splits, as columns of equal length.',
    parameters: {
      range: { description: 'Length of the history.', example: '6M' },
      averages: { description: 'With `all`, also returns simple moving averages.', example: 'all' },
    },
  },
  volatility: {
    tag: 'Why',
    description:
      'Returns the 30-day implied volatility and the realised volatility of one symbol over the last year, for a chart. The implied volatility is null on days without a stored value; `impliedDays` counts the days that have one.',
    parameters: {},
  },
  tone: {
    tag: 'Market',
    description: 'Returns the one-month and six-month trends of the fund that represents the S&P 500.',
    parameters: {},
  },
  news: { tag: 'Why', description: 'Returns headlines about one symbol, latest first.', parameters: {} },
}

const symbolParameter: JsonSchema = { $ref: '#/components/parameters/symbol' }
const strictParameter: JsonSchema = { $ref: '#/components/parameters/strict' }

/** `components.parameters`. */
export const parameterComponents: JsonSchema = {
  symbol: {
    name: 'symbol',
    in: 'path',
    required: true,
    description:
      'Ticker in upper or lower case: 1 to 15 letters, digits and `.-^/`, percent-encoded. A share class follows a dot, a hyphen or a slash: `BRK.B`, `BRK-B` and `BRK%2FB` are the same symbol.',
    schema: { type: 'string', minLength: 1, maxLength: 15 },
    example: 'AAPL',
  },
  strict: {
    name: 'strict',
    in: 'query',
    required: false,
    description:
      'With `1`, a query parameter that the look-up does not have is refused with 400 `malformed-parameter`. Without it, such a parameter is ignored and named in the header `Warning`.',
    schema: { type: 'string', const: '1' },
    example: '1',
  },
}

/** Returns the `GET` operation of a look-up. Its response schema is named, so it is a `$ref`. */
export function dataOperation(name: DataRoute): JsonSchema {
  const route = dataRoutes[name]
  const { tag, description, parameters: parameterDescriptions } = operationDescriptions[name]
  const withSymbol = route.path.includes('{symbol}')
  const query = jsonSchema(route.query) as { properties: Record<string, JsonSchema>; required?: string[] }
  const parameters = Object.entries(query.properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: query.required?.includes(parameter) ?? false,
    schema,
    ...(parameterDescriptions as Readonly<Record<string, ParameterDescription>>)[parameter],
  }))
  const malformed: ProblemCode[] = [
    ...(withSymbol ? (['malformed-symbol'] as const) : []),
    'malformed-parameter',
  ]
  return {
    operationId: name,
    tags: [tag],
    summary: route.summary,
    description: route.additive
      ? `${description} Additive: not part of the three documented look-ups.`
      : description,
    security: [{ subscriptionKey: [] }, { legacyBearer: [] }, { widgetBearer: [] }, { widgetCookie: [] }],
    parameters: [...(withSymbol ? [symbolParameter] : []), ...parameters, strictParameter],
    responses: {
      200: {
        description: 'The result. The example is shortened: its lists have only a few elements.',
        headers: responseHeaders('rate', 'revalidation', 'warning'),
        content: { 'application/json': { schema: jsonSchema(route.response), example: examples[name] } },
      },
      304: {
        description: 'The response still matches the ETag in `If-None-Match`. It has no body.',
        headers: responseHeaders('rate', 'revalidation', 'warning'),
      },
      ...problemResponses([
        ...malformed,
        'credential-missing',
        'credential-invalid',
        'session-ended',
        'scope-missing',
        'address-refused',
        'not-licensed',
        ...(withSymbol ? (['symbol-unknown'] as const) : []),
        'rate-limited',
        'internal',
        'unavailable',
      ]),
    },
  }
}
