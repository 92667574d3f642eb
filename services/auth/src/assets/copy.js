/* global document, navigator */
'use strict'

// Copies the text of the field beside each button. The buttons are hidden until this script runs. The texts are
// data-attributes.
for (const part of document.querySelectorAll('[data-copies]')) {
  const field = part.querySelector('input')
  const actions = part.querySelector('.actions')
  const statusLine = part.querySelector('[role=status]')
  const { copied, copyFailed } = part.dataset
  actions.querySelector('button').addEventListener('click', async () => {
    field.select()
    try {
      await navigator.clipboard.writeText(field.value)
      statusLine.textContent = copied
    } catch {
      statusLine.textContent = copyFailed
    }
  })
  actions.hidden = false
}
