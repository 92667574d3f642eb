/*
 * The script of the page of share links: a button that copies the new link. The page works without it.
 */
const copy = document.getElementById('copy')
const made = document.getElementById('made')
if (copy && made instanceof HTMLInputElement) {
  made.select()
  copy.hidden = false
  copy.addEventListener('click', () => {
    made.select()
    void navigator.clipboard.writeText(made.value).then(() => {
      copy.textContent = copy.dataset.copied ?? ''
    })
  })
}
