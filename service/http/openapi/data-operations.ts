/** The operations of the data API: descriptions of each, of its parameters and of its responses. */
import { dataRoutes } from '#contract/api/routes.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { answerHeaders, problemAnswers } from './responses.ts'
import { examples } from './examples.ts'
import { jsonSchema } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

type QueryName<R extends DataRoute> = keyof (typeof dataRoutes)[R]['query']['entries'] & string

/**
 * Description of a parameter, with a working value. For values that the query parses from text, the numbers
 * and booleans that may be sent: the pattern of the text says less.
 */
type ParameterWords = {
  readonly description: string
  readonly example: string | number | boolean
  readonly schema?: JsonSchema
}

type OperationWords<R extends DataRoute> = {
  readonly tag: 'What' | 'Why' | 'How' | 'Market'
  readonly description: string
  readonly parameters: Readonly<Record<QueryName<R>, ParameterWords>>
}

const price: JsonSchema = { type: 'number', minimum: 0 }
const legtype = { description: 'Only calls or only puts; both without it.', example: 'call' }

const operationWords: { readonly [R in DataRoute]: OperationWords<R> } = {
  tradeIdeas: {
    tag: 'What',
    description:
      'The latest batch of the overnight scan, the strongest idea first, 250 at most. Empty, with `dateOfScan: null`, before the first scan.',
    parameters: {},
  },
  why: {
    tag: 'Why',
    description:
      'Trends, levels, ranks, last price and next events of one symbol. An unknown value is null, with its reason in `unknown`.',
    parameters: {},
  },
  income: {
    tag: 'How',
    description:
      'The best contract for each cell of 3 timeframes by 3 risk profiles, as covered call and as cash-secured short put. Nothing is recommended if the quotes are old or the price has moved away from them; `unknown` and `refused` give the reason.',
    parameters: {
      stockQuantity: {
        description: 'Shares held, whole, 1 or more: one contract per 100. One contract without it.',
        example: 200,
        schema: { type: 'integer', minimum: 1, maximum: 999_999_999 },
      },
      costBasis: {
        description:
          'US dollars paid per share. Strikes below it are then chosen only if a cell has no other. Default: today’s price.',
        example: 151.25,
        schema: { type: 'number', minimum: 0.0001 },
      },
      cash: {
        description: 'US dollars set aside for puts. One contract without it.',
        example: 25000,
        schema: { type: 'number', minimum: 0.01 },
      },
      legtype,
      timeframe: { description: 'Only one row of the grid; all three without it.', example: 'short' },
      riskprofile: { description: 'Only one column of the grid; all three without it.', example: 'optimal' },
      contract: {
        description:
          'OSI symbol of a listed option of the symbol, in any case and with or without the blanks of its root: `contract` of the response is that option, analysed like a cell’s. 404 `symbol-unknown` if it is not listed, 400 `malformed-parameter` if it has another underlying; `parameter` is `contract`. Default: none.',
        example: 'AAPL261218C00270000',
      },
    },
  },
  bestIncome: {
    tag: 'How',
    description:
      'One trade a symbol, its best within the filters, over all symbols whose `liquidityRank` is 1 or 2, as the latest overnight scan found them.',
    parameters: {
      legtype,
      minPrice: {
        description: 'Least price of the underlying, US dollars per share.',
        example: 20,
        schema: price,
      },
      maxPrice: {
        description: 'Highest price of the underlying, US dollars per share.',
        example: 500,
        schema: price,
      },
      symbols: {
        description:
          'Only these symbols, such as those a customer holds: 1 to 100 tickers with commas between them. A symbol without a trade is absent from the response.',
        example: 'AAPL,BRK.B,MU',
        schema: { type: 'string', minLength: 1 },
      },
      minYield: {
        description: 'Least `annualizedReturn`, a decimal fraction: `0.1` is 10 % a year.',
        example: 0.1,
        schema: { type: 'number', minimum: 0 },
      },
      minIvRank: {
        description: 'Least `impliedVolatilityRank`, 0 to 100. Symbols without a known rank are excluded.',
        example: 25,
        schema: { type: 'number', minimum: 0, maximum: 100 },
      },
      noEarnings: {
        description: '`true`: only where it is known that no earnings fall before the expiration.',
        example: true,
        schema: { type: 'boolean', default: false },
      },
      limit: {
        description: 'How many trades at most, 1 to 200. Without it 50, and with `symbols` all of theirs.',
        example: 50,
        schema: { type: 'integer', minimum: 1, maximum: 200 },
      },
    },
  },
  roll: {
    tag: 'How',
    description:
      'An open short call or put: the cost of closing it, the part of its premium that is kept, the probability that it expires worthless, whether assignment is near, and contracts to sell in its place. A contract that has expired or is not listed (any more, as after a split) is 404 `symbol-unknown` with `parameter: contract`; one of another underlying is 400 `malformed-parameter`.',
    parameters: {
      contract: {
        description: 'OSI symbol of the open option, with or without its blanks, in any case.',
        example: 'AAPL261211C00325000',
        schema: { type: 'string', minLength: 16 },
      },
      price: {
        description: 'US dollars per share it was sold for. Without it the kept part of the premium is null.',
        example: 6.4,
        schema: { type: 'number', minimum: 0.0001 },
      },
      costBasis: {
        description:
          'US dollars paid per share that stands behind a call. Calls below it come after others and have a warning.',
        example: 151.25,
        schema: { type: 'number', minimum: 0.0001 },
      },
    },
  },
  scenario: {
    tag: 'How',
    description:
      'What one listed option would be worth on other days, at other volatilities and other prices of its underlying, with early exercise and dividends, as a grid to interpolate in; and the sensitivities of its seller. A contract that is not listed is `symbol-unknown`, one of another symbol `malformed-parameter`. If the chain is implausible the grid is empty and `refused` gives the reason.',
    parameters: {
      contract: {
        description:
          'OSI symbol of the contract, in any case, with or without the blanks that fill its root up to six characters.',
        example: 'AAPL261218P00295000',
        schema: { type: 'string', minLength: 16, maxLength: 30 },
      },
    },
  },
  chain: {
    tag: 'How',
    description:
      'Every listed option of one symbol that expires after today, by expiration and strike, with the figures that How uses. An option with an implausible quote has no figures; `refused` gives the reason. A large response: `expiry` narrows it.',
    parameters: {
      expiry: {
        description:
          'Only the rows of this expiration, a day of the list; the others stay in `expiries` with their own figures and empty `rows`. Default: all rows. 404 `symbol-unknown` with `parameter: expiry` if nothing listed expires on that day.',
        example: '2026-12-18',
      },
    },
  },
  symbols: {
    tag: 'Market',
    description: 'Finds symbols by the beginning of their ticker or by a part of the company name.',
    parameters: { query: { description: 'What to look for: 1 to 50 characters.', example: 'apple' } },
  },
  history: {
    tag: 'Why',
    description: 'Daily bars for a chart, as columns of one length, adjusted for splits.',
    parameters: {
      range: { description: 'How far back.', example: '6M' },
      averages: { description: 'Whether moving averages are wanted too.', example: 'all' },
    },
  },
  volatility: {
    tag: 'Why',
    description:
      'Implied volatility of 30 days and realised volatility of one symbol over the last year, for a chart. Days without a stored implied volatility are null: `impliedDays` counts the others.',
    parameters: {},
  },
  tone: {
    tag: 'Market',
    description: 'One- and six-month trends of the fund that stands for the S&P 500.',
    parameters: {},
  },
  news: { tag: 'Why', description: 'Headlines about one symbol, the latest first.', parameters: {} },
}

const symbolParameter: JsonSchema = { $ref: '#/components/parameters/symbol' }

/** `components.parameters`. */
export const parameterComponents: JsonSchema = {
  symbol: {
    name: 'symbol',
    in: 'path',
    required: true,
    description:
      'A ticker in any case, 1 to 15 letters, digits and `.-^/`, percent-encoded. A class of shares follows a dot, a hyphen or a slash: `BRK.B`, `BRK-B` and `BRK%2FB` are the same.',
    schema: { type: 'string', minLength: 1, maxLength: 15 },
    example: 'AAPL',
  },
}

/** One `GET`. The answer’s schema is named, so it is a `$ref`. */
export function dataOperation(name: DataRoute): JsonSchema {
  const route = dataRoutes[name]
  const { tag, description, parameters: said } = operationWords[name]
  const withSymbol = route.path.includes('{symbol}')
  const query = jsonSchema(route.query) as { properties: Record<string, JsonSchema>; required?: string[] }
  const parameters = Object.entries(query.properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: query.required?.includes(parameter) ?? false,
    schema,
    ...(said as Readonly<Record<string, ParameterWords>>)[parameter],
  }))
  const malformed: ProblemCode[] = [
    ...(withSymbol ? (['malformed-symbol'] as const) : []),
    ...(parameters.length > 0 ? (['malformed-parameter'] as const) : []),
  ]
  return {
    operationId: name,
    tags: [tag],
    summary: route.summary,
    description: route.additive
      ? `${description} Additive: not part of the documented three look-ups.`
      : description,
    security: [{ subscriptionKey: [] }, { legacyBearer: [] }, { widgetBearer: [] }, { widgetCookie: [] }],
    parameters: [...(withSymbol ? [symbolParameter] : []), ...parameters],
    responses: {
      200: {
        description: 'The answer. The example is cut short: lists have a few elements only.',
        headers: answerHeaders('rate', 'revalidation'),
        content: { 'application/json': { schema: jsonSchema(route.answer), example: examples[name] } },
      },
      304: {
        description: 'It is still what `If-None-Match` names.',
        headers: answerHeaders('rate', 'revalidation'),
      },
      ...problemAnswers([
        ...malformed,
        'credential-missing',
        'credential-invalid',
        'session-ended',
        'scope-missing',
        'address-refused',
        ...(withSymbol ? (['symbol-unknown'] as const) : []),
        'rate-limited',
        'internal',
        'unavailable',
      ]),
    },
  }
}
