/** The parts of `/openapi.json` from which requests are generated. */

/** The parts of a JSON schema from which values are generated. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
}

export type QueryParameter = {
  readonly name: string
  readonly schema: Schema
  readonly example?: string | undefined
}

export type Operation = {
  readonly method: string
  /** Path, possibly with `{symbol}`. */
  readonly path: string
  readonly query: readonly QueryParameter[]
  readonly body?: { readonly type: string; readonly fields: readonly string[] }
}

type Parameter = { $ref?: string; name?: string; in?: string; schema?: Schema; example?: unknown }
type RequestBody = { content: Record<string, { schema: Schema }> }
type DocumentedOperation = { parameters?: Parameter[]; requestBody?: RequestBody }
export type OpenApi = {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> }
}

/** The target of a reference; the schema itself if it is not a reference. */
export function resolveSchema(document: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

/** All fields that a body may have, in any of its variants. */
function fieldsOf(document: OpenApi, unresolved: Schema): string[] {
  const schema = resolveSchema(document, unresolved)
  const variantFields = schema.anyOf?.flatMap((variant) => fieldsOf(document, variant)) ?? []
  return [...new Set([...Object.keys(schema.properties ?? {}), ...variantFields])]
}

/** Every operation of the document; `examples` by parameter name replace those of the document. */
export function operationsOf(
  document: OpenApi,
  examples: Readonly<Record<string, string>> = {},
): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Operation => {
      const query = parameters
        .filter((parameter) => parameter.in === 'query' && parameter.name !== undefined)
        .map(({ name, schema, example }) => ({
          name: name!,
          schema: resolveSchema(document, schema ?? {}),
          example:
            examples[name!] ??
            (example === undefined ? undefined : JSON.stringify(example).replaceAll('"', '')),
        }))
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const body = type && content ? { body: { type, fields: fieldsOf(document, content.schema) } } : {}
      return { method: method.toUpperCase(), path, query, ...body }
    }),
  )
}
