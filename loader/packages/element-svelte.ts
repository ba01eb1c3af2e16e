/** The entry `/element-svelte`: the element, and its types for Svelte's templates. */
import type { HTMLAttributes } from 'svelte/elements'
import './element.ts'
import type {
  ServiceWidgetAttributes,
  ServiceWidgetElement,
  ServiceWidgetListeners,
} from './element-types.ts'

export type * from './element.ts'

type Standard = Omit<
  HTMLAttributes<ServiceWidgetElement>,
  keyof ServiceWidgetAttributes | keyof ServiceWidgetListeners
>
type Functions = Pick<ServiceWidgetElement, 'getAuthToken' | 'answerTradeTicket'>

declare module 'svelte/elements' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface SvelteHTMLElements {
    'service-widget': Standard & ServiceWidgetAttributes & ServiceWidgetListeners & Functions
  }
}
