/**
 * The entry `/element-react`: the element, and its types for React's JSX. React 19 adds the listeners; React 18 needs
 * a ref for them.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import './element.ts'
import type {
  ServiceWidgetAttributes,
  ServiceWidgetElement,
  ServiceWidgetListeners,
} from './element-types.ts'

export type * from './element.ts'

type Standard = Omit<
  DetailedHTMLProps<HTMLAttributes<ServiceWidgetElement>, ServiceWidgetElement>,
  keyof ServiceWidgetAttributes
>
type Functions = Pick<ServiceWidgetElement, 'getAuthToken' | 'answerTradeTicket'>

declare module 'react' {
  namespace JSX {
    // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
    interface IntrinsicElements {
      'service-widget': Standard & ServiceWidgetAttributes & ServiceWidgetListeners & Functions
    }
  }
}
