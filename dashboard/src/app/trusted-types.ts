interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown
}

/**
 * The one policy that the Content-Security-Policy of the shell allows. It lets the empty text through, by which React Aria clears
 * what it announced; every other text that would become markup is refused by the browser.
 */
export function allowNoMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) })
}
