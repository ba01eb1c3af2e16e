/** Reads CSS custom properties from pasted text, with the browser's own parser. */

/**
 * A value by name. `isDark`: it applies to a dark scheme only.
 * @typedef {{ name: string, isDark: boolean, text: string }} Variable
 */

/**
 * Returns the custom properties of a style sheet, or of declarations without a selector. References to other pasted
 * properties are replaced by their values.
 * @param {string} text
 * @returns {Variable[]}
 */
export function readCssVariables(text) {
  const sheet = new CSSStyleSheet()
  // Browsers drop Tailwind's at-rule `@theme`, which has declarations like `:root`.
  sheet.replaceSync(text.includes('{') ? text.replace(/@theme\b[^{]*/g, ':root ') : `:root{${text}}`)
  const variables = variablesIn(sheet.cssRules, '')
  return variables.flatMap((variable) =>
    bySchemes({ ...variable, text: withoutReferences(variable, variables) }),
  )
}

/** @param {CSSRuleList} rules @param {string} scope selectors and conditions around the rules @returns {Variable[]} */
function variablesIn(rules, scope) {
  return [...rules].flatMap((rule) => {
    const selector = rule instanceof CSSStyleRule ? rule.selectorText : ''
    const condition = rule instanceof CSSConditionRule ? rule.conditionText : ''
    const ownScope = `${scope} ${selector} ${condition}`
    const own = rule instanceof CSSStyleRule ? variablesOf(rule.style, /dark/i.test(ownScope)) : []
    const nested = 'cssRules' in rule && rule.cssRules instanceof CSSRuleList ? rule.cssRules : undefined
    return nested ? [...own, ...variablesIn(nested, ownScope)] : own
  })
}

/** @param {CSSStyleDeclaration} style @param {boolean} isDark @returns {Variable[]} */
const variablesOf = (style, isDark) =>
  [...style]
    .filter((name) => name.startsWith('--'))
    .map((name) => ({ name, isDark, text: style.getPropertyValue(name).trim() }))

const maxReferences = 20

/** Replaces `var()` by values of the same scheme, otherwise of any. @param {Variable} variable @param {readonly Variable[]} variables */
function withoutReferences({ text, isDark }, variables) {
  let result = text
  for (let count = 0; count < maxReferences; count++) {
    const replaced = result.replace(
      /var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)/,
      (reference, /** @type {string} */ name, /** @type {string | undefined} */ fallback) => {
        const candidates = variables.filter((variable) => variable.name === name)
        const match = candidates.find((variable) => variable.isDark === isDark) ?? candidates[0]
        return match?.text ?? fallback ?? reference
      },
    )
    if (replaced === result) break
    result = replaced
  }
  return result
}

/** Splits `light-dark(a, b)` into its two values. @param {Variable} variable @returns {Variable[]} */
function bySchemes(variable) {
  const [, values] = /^light-dark\((.*)\)$/.exec(variable.text) ?? []
  const [light, dark] = values?.split(/,(?![^(]*\))/) ?? []
  if (!light || !dark) return [variable]
  return [
    { ...variable, text: light.trim() },
    { ...variable, isDark: true, text: dark.trim() },
  ]
}
