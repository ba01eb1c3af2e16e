/** The entry `/element-vue`: the element, and its types for Vue's templates. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import './element.ts'
import type { ServiceWidgetAttributes, ServiceWidgetElement, ServiceWidgetEvents } from './element-types.ts'

export type * from './element.ts'

/** `@symbolchanged` in a template is `onSymbolchanged` to Vue. */
type Listeners = {
  [E in keyof ServiceWidgetEvents as `on${Capitalize<E>}`]?:
    | ((event: ServiceWidgetEvents[E]) => void)
    | undefined
}
type Functions = Pick<ServiceWidgetElement, 'getAuthToken' | 'answerTradeTicket'>
type Properties = Omit<HTMLAttributes, keyof ServiceWidgetAttributes | keyof Listeners> &
  ServiceWidgetAttributes &
  Listeners &
  Functions

/** The instance type by which Vue's compilers recognise a component. */
type Tag = new () => ServiceWidgetElement & {
  $props: Properties & PublicProps
  $emit: EmitFn<{ [E in keyof ServiceWidgetEvents]: (event: ServiceWidgetEvents[E]) => void }>
}

declare module 'vue' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface GlobalComponents {
    'service-widget': Tag
    ServiceWidget: Tag
  }
}
