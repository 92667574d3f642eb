/* global document */
'use strict'

// Closes the menu of the account at Escape, which leads back to its name, and at a click or a focus elsewhere.
const menu = document.getElementById('account-menu')
const closeOutside = ({ target }) => {
  if (menu && !menu.contains(target)) menu.open = false
}
document.addEventListener('click', closeOutside)
document.addEventListener('focusin', closeOutside)
menu?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !menu.open) return
  event.stopPropagation()
  menu.open = false
  menu.querySelector('summary').focus()
})
