import type { Chain } from '#contract/responses/chain.ts'
import type { Income } from '#contract/responses/income.ts'
import { sampleHistory, sampleNews, sampleWhy } from './why.ts'

/** Returns the response of the service to a request of Why, How or the chain, with samples for Why. */
export const panelResponse = (
  pathname: string,
  { chain, income }: { chain: Chain; income: Income },
): Response =>
  Response.json(
    pathname.includes('/chain')
      ? chain
      : pathname.includes('/how/')
        ? income
        : pathname.includes('/news')
          ? sampleNews
          : pathname.endsWith('/history')
            ? sampleHistory('6M')
            : sampleWhy,
  )
