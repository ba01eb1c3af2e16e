/** The entry `/element-solid`: the element, and its types for Solid's JSX. */
import type { JSX as Solid } from 'solid-js'
import './element.ts'
import type { ServiceWidgetAttributes, ServiceWidgetElement, ServiceWidgetEvents } from './element-types.ts'

export type * from './element.ts'

type Standard = Omit<Solid.HTMLAttributes<ServiceWidgetElement>, keyof ServiceWidgetAttributes>
type Listeners = {
  [E in keyof ServiceWidgetEvents as `on:${E}`]?: ((event: ServiceWidgetEvents[E]) => void) | undefined
}
/** Solid sets attributes unless a property is declared. */
type Functions = {
  [N in 'getAuthToken' | 'answerTradeTicket' as `prop:${N}`]?: ServiceWidgetElement[N]
}

declare module 'solid-js' {
  namespace JSX {
    // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
    interface IntrinsicElements {
      'service-widget': Standard & ServiceWidgetAttributes & Listeners & Functions
    }
  }
}
