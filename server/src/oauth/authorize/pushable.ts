import type { Form } from '#/platform/http/input/form.ts'

/** The parameters that the checks read; a client's credentials and strangers are not kept. */
const PARAMETERS = [
  'client_id',
  'response_type',
  'response_mode',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'nonce',
  'prompt',
  'max_age',
  'login_hint',
  'connection',
  'ui_locales',
  'id_token_hint',
  'claims',
  'acr_values',
  'dpop_jkt',
  'request',
  'registration',
] as const

/** The authorization parameters of a form as form text. */
export function pushableText(params: Form, override: Readonly<Record<string, string>> = {}): string {
  const kept = new URLSearchParams(override)
  for (const name of PARAMETERS) {
    if (name in override) continue
    for (const value of params.all(name)) kept.append(name, value)
  }
  return kept.toString()
}
