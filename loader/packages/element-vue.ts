/** The entry `/element-vue`: the element, and its types for Vue's templates. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import './element.ts'
import type {
  AttributeOptions,
  Flag,
  ServiceWidgetAttributes,
  ServiceWidgetElement,
  ServiceWidgetEvents,
} from './element-types.ts'

export type * from './element.ts'

/** `@symbolchanged` in a template is `onSymbolchanged` to Vue. */
type Listeners = {
  [E in keyof ServiceWidgetEvents as `on${Capitalize<E>}`]?:
    | ((event: ServiceWidgetEvents[E]) => void)
    | undefined
}
/** Vue's checker of templates (`strictTemplates`) reads `show-header` as `showHeader`. */
type CamelAttributes = {
  [N in keyof AttributeOptions]?:
    | (NonNullable<AttributeOptions[N]> extends boolean ? Flag : AttributeOptions[N])
    | undefined
} & {
  /** `pro` has What, Why and How; `proStrategies` has only How. Default: `pro`. */
  widgetType?: ServiceWidgetAttributes['widget-type']
  /** Label of the button if no widget can be shown. Default: `Try again` in the widget's language. */
  tryAgainText?: string | undefined
}
type ElementProperties = Pick<ServiceWidgetElement, 'getAuthToken' | 'answerTradeTicket' | 'holdings'>
type Properties = Omit<HTMLAttributes, keyof ServiceWidgetAttributes | keyof Listeners> &
  ServiceWidgetAttributes &
  CamelAttributes &
  Listeners &
  ElementProperties

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
