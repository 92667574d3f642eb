/* global document */
'use strict'

// Adds a search, a button per group that ticks the whole group, and a count of ticked boxes to the list of email
// clients. The page works without this script: the elements that need it are hidden until it runs.
const search = document.getElementById('search')
const searchText = document.getElementById('search-text')
const searchResult = document.getElementById('search-result')
const count = document.getElementById('count')
const boxes = [...document.querySelectorAll('input[name=email_client]')]
const groups = [...document.querySelectorAll('fieldset.group')]

const choiceOf = (box) => box.closest('li')
const shownBoxesOf = (group) => boxes.filter((box) => group.contains(box) && !choiceOf(box).hidden)

function showCount() {
  count.textContent = `${boxes.filter((box) => box.checked).length} of ${boxes.length} ticked`
  for (const group of groups) {
    const button = group.querySelector('[data-all]')
    const isFull = shownBoxesOf(group).every((box) => box.checked)
    button.textContent = isFull ? 'Tick none' : 'Tick all'
    const name = group.dataset.name
    button.setAttribute('aria-label', isFull ? `Tick none of ${name}` : `Tick all of ${name}`)
  }
}

function filter() {
  const words = searchText.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const box of boxes) {
    const text = `${box.closest('label').textContent} ${box.closest('fieldset').dataset.name}`.toLowerCase()
    choiceOf(box).hidden = !words.every((word) => text.includes(word))
  }
  for (const group of groups) group.hidden = shownBoxesOf(group).length === 0
  const found = boxes.filter((box) => !choiceOf(box).hidden).length
  if (words.length === 0) searchResult.textContent = ''
  else if (found === 0)
    searchResult.textContent = 'No email client is called that. What you ticked stays ticked.'
  else searchResult.textContent = `${found} found`
  showCount()
}

for (const group of groups) {
  const button = group.querySelector('[data-all]')
  button.hidden = false
  button.addEventListener('click', () => {
    const shown = shownBoxesOf(group)
    const tick = !shown.every((box) => box.checked)
    for (const box of shown) box.checked = tick
    showCount()
  })
}
document.addEventListener('change', showCount)
searchText.addEventListener('input', filter)
search.hidden = false
count.hidden = false
// Some browsers keep the text of the search field over a reload, so the list is filtered at the start, too.
filter()
