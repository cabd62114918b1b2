// Password fields of the hosted pages: a button that shows what was typed and, where a new password is chosen, how strong it
// looks meanwhile. Every page works without it, and the server alone decides whether a password is good enough.
// Its words come with the element that loads it: data-show, data-hide, data-levels.

// Rules for what only this script makes: no page has to carry them.
const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  .with-reveal { position: relative }
  .with-reveal input { padding-right: 88px !important }
  .reveal { position: absolute; inset: 1px 1px 1px auto; padding: 0 12px; border: 0; border-radius: var(--radius);
    background: none; color: var(--accent); font: inherit; font-size: 14px }
  .strength { width: 100%; margin-top: 8px }
  .strength + .hint { margin-top: 0 }
`)
document.adoptedStyleSheets.push(sheet)

const words = document.querySelector('script[data-levels]').dataset
const levels = words.levels.split('|')

for (const input of document.querySelectorAll('input[type="password"]')) {
  addReveal(input)
  if (input.autocomplete === 'new-password') addStrength(input)
}

function addReveal(input) {
  const button = element('button', 'reveal', words.show)
  button.type = 'button'
  button.setAttribute('aria-pressed', 'false')
  button.setAttribute('aria-controls', input.id)
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? words.hide : words.show
    button.setAttribute('aria-pressed', String(isShown))
  }
  button.addEventListener('click', () => {
    show(input.type === 'password')
    input.focus()
  })
  // What is sent is a password again, so that no browser offers it later as something that was typed.
  input.form?.addEventListener('submit', () => show(false))
  // An element that moves loses the focus, and somebody may be typing already.
  const focused = document.activeElement
  const { selectionStart, selectionEnd } = input
  const box = element('div', 'with-reveal')
  input.replaceWith(box)
  box.append(input, button)
  if (focused === input || (input.autofocus && focused === document.body)) {
    input.focus()
    input.setSelectionRange(selectionStart, selectionEnd)
  }
}

function addStrength(input) {
  const meter = element('meter', 'strength')
  const said = element('p', 'hint')
  Object.assign(meter, { min: 0, max: levels.length, low: 2, high: 3, optimum: levels.length, hidden: true })
  meter.setAttribute('aria-hidden', 'true')
  said.setAttribute('role', 'status')
  input.parentElement.after(meter, said)
  let waiting
  input.addEventListener('input', () => {
    const level = levelOf(input.value, Number(input.minLength))
    meter.hidden = input.value === ''
    meter.value = level
    clearTimeout(waiting)
    // Said once the typing pauses: a screen reader would read out each letter's opinion.
    waiting = setTimeout(() => (said.textContent = input.value === '' ? '' : levels[level - 1]), 400)
  })
}

/** From one, for what is soon guessed, to the number of levels. Rough on purpose: lists of passwords are the server's. */
function levelOf(text, shortest) {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(text)).length
  const steps = [...text].filter(
    (letter, i, all) => i === 0 || Math.abs(letter.codePointAt(0) - all[i - 1].codePointAt(0)) > 1,
  )
  const worth = Math.min(steps.length, new Set(text).size * 2) * (2 + kinds)
  if (text.length < shortest || worth < 36) return 1
  return worth < 54 ? 2 : worth < 76 ? 3 : 4
}

function element(name, className, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
