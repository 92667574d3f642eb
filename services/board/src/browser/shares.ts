/*
 * The script of the page of share links: a button that copies the new link. The page works without it.
 */
const copy = document.getElementById('copy')
const newLink = document.getElementById('made')
if (copy && newLink instanceof HTMLInputElement) {
  newLink.select()
  copy.hidden = false
  copy.addEventListener('click', () => {
    newLink.select()
    void navigator.clipboard.writeText(newLink.value).then(() => {
      copy.textContent = copy.dataset.copied ?? ''
    })
  })
}
