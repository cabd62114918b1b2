// Passkeys on the hosted pages: shows what a page keeps hidden for browsers without them, and runs the ceremonies of
// WebAuthn against our own routes. Every page works without it. An element says what it wants:
//   data-passkey="sign-in | confirm | register", data-next, data-waits, data-csrf, data-failed, data-proof
// and holds a button, and an element with role="alert" for what went wrong. A new passkey is called what its field says.

// The server may stand below a path; this file knows where, since it is served from /assets below it.
const root = new URL('../', import.meta.url)
const REFRESH_MS = 4 * 60_000

const ceremonies = {
  'sign-in': {
    options: 'passkeys/login/options',
    finish: 'passkeys/login',
    body: (credential, _name, next) => ({ credential, next }),
  },
  confirm: { options: 'reauthenticate/options', finish: 'reauthenticate', body: (passkey) => ({ passkey }) },
  register: {
    options: 'passkeys/register/options',
    finish: 'passkeys/register',
    body: (credential, name) => ({ credential, ...(name ? { name } : {}) }),
  },
}

class Refused extends Error {
  /** The page stood open for longer than a proof is fresh. */
  get needsProof() {
    return this.cause.code === 'reauthentication_required'
  }
}

async function post(path, csrf, body) {
  const headers = {
    ...(csrf ? { 'x-csrf-token': csrf } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const response = await fetch(new URL(`api/v1/auth/${path}`, root), {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Refused(`${path} answered ${response.status}`, { cause: await response.json() })
  return response.json()
}

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const withId = (descriptor) => ({ ...descriptor, id: toBytes(descriptor.id) })

/** Our own translation of the JSON forms: password managers replace the browser's, and not all know them. */
async function create(options) {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(withId),
  }
  const { id, rawId, type, response } = await navigator.credentials.create({ publicKey })
  return {
    id,
    rawId: toText(rawId),
    type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

async function get(options, more) {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: options.allowCredentials.map(withId),
  }
  const { id, rawId, type, response } = await navigator.credentials.get({ publicKey, ...more })
  return {
    id,
    rawId: toText(rawId),
    type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      ...(response.userHandle ? { userHandle: toText(response.userHandle) } : {}),
    },
  }
}

/** One ceremony from its options to the page it leads to. Undefined options of `more` mean: ask the person now. */
async function run(element, more) {
  const { dataset } = element
  const { options, finish, body } = ceremonies[dataset.passkey]
  const asked = await post(options, dataset.csrf)
  const credential = dataset.passkey === 'register' ? await create(asked) : await get(asked, more)
  const done = await post(
    finish,
    dataset.csrf,
    body(credential, element.querySelector('input')?.value.trim(), dataset.next),
  )
  // Who is signed in, or what a flow asks for before that.
  location.replace(new URL(`.${done.next ? dataset.waits : dataset.next}`, root))
}

/** Closing the browser's dialogue is no failure. */
const isChoice = ({ name }) => name === 'NotAllowedError' || name === 'AbortError'

class PasskeyElement {
  #element
  #button
  #waiting

  constructor(element) {
    this.#element = element
    this.#button = element.querySelector('button')
    this.#button.addEventListener('click', () => this.#ask())
    element.hidden = false
  }

  async #ask() {
    this.#waiting?.abort()
    this.#tell('')
    this.#button.disabled = true
    await this.#try()
    this.#button.disabled = false
    void this.offer()
  }

  async #try(more) {
    try {
      await run(this.#element, more)
    } catch (error) {
      if (error.needsProof && this.#element.dataset.proof)
        location.assign(new URL(`.${this.#element.dataset.proof}`, root))
      else if (!isChoice(error)) this.#tell(this.#element.dataset.failed)
    }
  }

  #tell(text) {
    this.#element.querySelector('[role=alert]').textContent = text
  }

  /** Lets the browser offer passkeys in the field for the address, for as long as the page stands. */
  async offer() {
    const isField = document.querySelector('input[autocomplete~=webauthn]') !== null
    const canOffer = isField && (await PublicKeyCredential.isConditionalMediationAvailable?.())
    if (this.#element.dataset.passkey !== 'sign-in' || !canOffer) return
    const waiting = new AbortController()
    this.#waiting = waiting
    // Challenges end; a page may stand open for longer.
    const timer = setTimeout(() => {
      waiting.abort()
      void this.offer()
    }, REFRESH_MS)
    await this.#try({ mediation: 'conditional', signal: waiting.signal })
    clearTimeout(timer)
  }
}

if (window.PublicKeyCredential) {
  for (const element of document.querySelectorAll('[data-passkey]')) void new PasskeyElement(element).offer()
}
