// For pages that show something once: buttons that copy it and print it, hidden where there are no scripts.
//   <button data-copy="id of what to copy" data-done="Copied"> · <button data-print>

for (const button of document.querySelectorAll('[data-print]')) {
  button.addEventListener('click', () => window.print())
  button.hidden = false
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const items = [...document.querySelectorAll(`#${button.dataset.copy} li`)]
  button.addEventListener('click', () => void copy(button, items))
  // Browsers keep the clipboard from pages that came without https.
  button.hidden = navigator.clipboard === undefined
}

async function copy(button, items) {
  await navigator.clipboard.writeText(items.map((item) => item.textContent.trim()).join('\n'))
  button.textContent = button.dataset.done
}
