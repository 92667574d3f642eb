/* global addEventListener, Blob, document, location, navigator, print, removeEventListener */
'use strict'

// Copies, saves and prints the recovery codes. The browser asks before the page is left other than by a form: the form
// beside the codes requires the tick that they are stored. The page works without this script: the buttons that need it
// are hidden until it runs. Its texts are data-attributes of the section.
const section = document.getElementById('recovery-codes')
const { file, copied, copyFailed } = section.dataset
const codes = [...section.querySelectorAll('.codes code')].map(({ textContent }) => textContent)
const statusLine = section.querySelector('[role=status]')
const actions = {
  copy: async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      statusLine.textContent = copied
    } catch {
      statusLine.textContent = copyFailed
    }
  },
  save: () => {
    const text = `${document.title}\n${location.host}\n\n${codes.join('\n')}\n`
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = file
    link.click()
    URL.revokeObjectURL(link.href)
  },
  print: () => print(),
}
for (const button of section.querySelectorAll('[data-act]'))
  button.addEventListener('click', () => void actions[button.dataset.act]())
section.querySelector('.actions').hidden = false

const askToStay = (event) => event.preventDefault()
addEventListener('beforeunload', askToStay)
for (const form of document.forms)
  form.addEventListener('submit', () => removeEventListener('beforeunload', askToStay))
