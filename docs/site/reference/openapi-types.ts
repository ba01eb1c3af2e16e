/** The subset of OpenAPI 3.1 that the reference shows. */
import { resolveRef } from '#service/http/openapi/openapi.ts'
import type { JsonSchema } from '#service/http/openapi/openapi.ts'

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

export type Example = { readonly summary?: string; readonly value?: unknown }
export type Media = {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example>>
}
export type Content = Readonly<Record<string, Media>>

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example>>
}

export type ResponseObject = {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema?: Schema }>>
}

export type Operation = {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[]
  readonly requestBody?: { readonly description?: string; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject>>
}

export type SecurityScheme = {
  readonly type: string
  readonly in?: string
  readonly name?: string
  readonly scheme?: string
  readonly description?: string
}

export type OpenApi = {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly security?: Operation['security']
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, Parameter>>
    readonly responses?: Readonly<Record<string, ResponseObject>>
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
}

/** The target of an internal reference, merged with its siblings; the value itself if it is not a reference. */
export const dereference = <T extends object>(document: OpenApi, value: T): T =>
  resolveRef(document, value as JsonSchema) as T

/** Name of the schema that a reference points to; undefined if the schema is not a reference. */
export const schemaName = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)
