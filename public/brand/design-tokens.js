/** Reads colours from design tokens: the JSON format of the Design Tokens Community Group (DTCG). */

/** @typedef {Record<string, unknown>} Group */
/** @typedef {{ type: unknown, value: unknown }} Token */

/** @param {unknown} value @returns {value is Group} */
const isGroup = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the values of every token of the type `color`, as CSS colours in the order to try: the browser may not know
 * the colour space of the first one. Groups pass their type on, and aliases such as `{color.brand}` are resolved.
 * @param {unknown} json
 * @returns {{ name: string, texts: string[] }[]}
 */
export function readDesignTokens(json) {
  /** @type {Map<string, Token>} */
  const tokens = new Map()
  if (isGroup(json)) collect(json, [], undefined, tokens)
  return [...tokens].flatMap(([name, token]) => {
    const { type, value } = resolveAlias(token, tokens)
    return type === 'color' ? [{ name, texts: cssColors(value) }] : []
  })
}

/** @param {Group} group @param {readonly string[]} path @param {unknown} inheritedType @param {Map<string, Token>} tokens */
function collect(group, path, inheritedType, tokens) {
  const type = group['$type'] ?? inheritedType
  if ('$value' in group) tokens.set(path.join('.'), { type, value: group['$value'] })
  for (const [name, child] of Object.entries(group))
    if (isGroup(child) && (name === '$root' || !name.startsWith('$')))
      collect(child, [...path, name], type, tokens)
}

/** Follows aliases. A token without a type has that of its target. @param {Token} token @param {Map<string, Token>} tokens @returns {Token} */
function resolveAlias(token, tokens) {
  const seen = new Set([token])
  let { type, value } = token
  for (;;) {
    const [, name] = (typeof value === 'string' && /^\{(.+)\}$/.exec(value)) || []
    const target = name === undefined ? undefined : tokens.get(name)
    // A cycle has no value.
    if (!target || seen.has(target)) return { type, value }
    seen.add(target)
    type ??= target.type
    value = target.value
  }
}

const percentSpaces = ['hsl', 'hwb']
const functionSpaces = ['lab', 'lch', 'oklab', 'oklch']

/** @param {unknown} value a CSS colour, or an object with a colour space @returns {string[]} */
function cssColors(value) {
  if (typeof value === 'string') return [value]
  if (!isGroup(value)) return []
  const { colorSpace, components, alpha = 1, hex } = value
  const hexTexts = typeof hex === 'string' && alpha === 1 ? [hex] : []
  if (typeof colorSpace !== 'string' || !Array.isArray(components) || components.length !== 3) return hexTexts
  // A missing component, `none`, is drawn as 0.
  const [first, second, third] = components.map((component) =>
    component === 'none' ? '0' : String(component),
  )
  const end = alpha === 1 ? ')' : ` / ${String(alpha)})`
  if (percentSpaces.includes(colorSpace))
    return [`${colorSpace}(${first} ${second}% ${third}%${end}`, ...hexTexts]
  const parts = `${first} ${second} ${third}${end}`
  return [
    functionSpaces.includes(colorSpace) ? `${colorSpace}(${parts}` : `color(${colorSpace} ${parts}`,
    ...hexTexts,
  ]
}
