/**
 * Descriptions of renamed members in the published declarations. Editors show the comment of a mapped member only if
 * the member keeps its name, so an attribute (`show-header`) and a listener (`onready`) would have none.
 */

/** The comment of each member of a type, by the member's name. @param declarations text of a declaration file */
function memberComments(declarations: string, typeName: string): ReadonlyMap<string, string> {
  const start = declarations.indexOf(`export type ${typeName} = {`)
  if (start < 0) throw new Error(`there is no type ${typeName} in the declarations`)
  const body = declarations.slice(start, declarations.indexOf('\n};', start))
  const members = body.matchAll(/(\/\*\*(?:(?!\*\/).)*\*\/)\s+(?:readonly )?(\w+)\??:/gs)
  return new Map([...members].map(([, comment = '', name = '']) => [name, comment]))
}

/**
 * Replaces a mapped type by one with a member for each name, which has the comment and the type that the mapped type
 * has for it.
 */
function listMembers(
  declarations: string,
  typeName: string,
  members: readonly (readonly [name: string, comment: string])[],
): string {
  const mapped = `Mapped${typeName}`
  const lines = members.map(([name, comment]) => `    ${comment}\n    '${name}'?: ${mapped}['${name}'];\n`)
  const start = `export type ${typeName} = {\n    [`
  if (!declarations.includes(start))
    throw new Error(`there is no mapped type ${typeName} in the declarations`)
  return `${declarations.replace(start, `type ${mapped} = {\n    [`)}\nexport type ${typeName} = {\n${lines.join('')}};\n`
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)
/** Options that are no attributes. */
const propertyOptions = ['destinationId', 'holdings', 'getAuthToken']

/**
 * Returns the declarations of element-types.ts with a described member for each attribute and listener.
 *
 * @param elementTypes declarations of element-types.ts
 * @param descriptions declarations of option-descriptions.ts
 */
export function describeElementTypes(elementTypes: string, descriptions: string): string {
  const attributes = [...memberComments(descriptions, 'OptionDescriptions')]
    .filter(([name]) => !propertyOptions.includes(name))
    .map(([name, comment]) => [kebab(name), comment] as const)
  const listeners = [...memberComments(elementTypes, 'ServiceWidgetEvents')].map(
    ([name, comment]) => [`on${name}`, comment] as const,
  )
  return listMembers(
    listMembers(elementTypes, 'OptionAttributes', attributes),
    'ServiceWidgetListeners',
    listeners,
  )
}
