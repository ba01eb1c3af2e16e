/** The entry `/element-preact`: the element, and its types for Preact's JSX. */
import type { HTMLAttributes } from 'preact'
import './element.ts'
import type {
  ServiceWidgetAttributes,
  ServiceWidgetElement,
  ServiceWidgetListeners,
} from './element-types.ts'

export type * from './element.ts'

type Standard = Omit<HTMLAttributes<ServiceWidgetElement>, keyof ServiceWidgetAttributes>
type Functions = Pick<ServiceWidgetElement, 'getAuthToken' | 'answerTradeTicket'>

declare module 'preact' {
  namespace JSX {
    // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
    interface IntrinsicElements {
      'service-widget': Standard & ServiceWidgetAttributes & ServiceWidgetListeners & Functions
    }
  }
}
