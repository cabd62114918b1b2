/**
 * A path with its parameters in it, encoded. What would name another path than it is meant to (nothing, `.`, `..`) is no
 * parameter: a URL drops such segments, and the request would go elsewhere.
 */
export function path(strings: TemplateStringsArray, ...parameters: readonly string[]): string {
  return strings.reduce((before, after, i) => {
    const parameter = parameters[i - 1]
    if (typeof parameter !== 'string' || /^\.{0,2}$/.test(parameter)) {
      throw new TypeError(`a parameter of the path ${strings.join('…')} is ${JSON.stringify(parameter)}`)
    }
    return `${before}${encodeURIComponent(parameter)}${after}`
  })
}
