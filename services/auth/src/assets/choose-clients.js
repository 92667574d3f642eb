/* global document, window */
'use strict'

// Adds a search, a filter, a button per section that ticks all of it, a count of ticked boxes, and a warning before
// ticks are lost, to the list of email clients. The page works without this script: the elements that need it are
// hidden until it runs. Its texts are the form's data-attributes.
const form = document.getElementById('choice')
const search = document.getElementById('search')
const searchText = document.getElementById('search-text')
const searchResult = document.getElementById('search-result')
const onlyTicked = document.getElementById('only-ticked')
const count = document.getElementById('count')
const boxes = [...form.querySelectorAll('input[name=email_client]')]
const sections = [...form.querySelectorAll('details.section')].map((details) => ({
  details,
  name: details.querySelector('h2').textContent,
  count: details.querySelector('summary .hint'),
  button: details.querySelector('[data-all]'),
  boxes: boxes.filter((box) => details.contains(box)),
  // Whether the section was open before a search or the filter opened it.
  wasOpen: details.open,
}))
const words = new Map(
  sections.flatMap(({ name, boxes }) =>
    boxes.map((box) => [box, `${box.closest('label').textContent} ${name}`.toLowerCase()]),
  ),
)
let isFiltered = false
let isSending = false

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])
const choiceOf = (box) => box.closest('li')
const shown = (some) => some.filter((box) => !choiceOf(box).hidden)
const ticked = (some) => some.filter((box) => box.checked)
const isUnsaved = () => boxes.some((box) => box.checked !== box.defaultChecked)

function showCounts() {
  const counted = fill(form.dataset.count, { ticked: ticked(boxes).length, all: boxes.length })
  count.textContent = isUnsaved() ? `${counted} · ${form.dataset.unsaved}` : counted
  count.parentElement.classList.toggle('unsaved', isUnsaved())
  for (const { count, button, boxes } of sections) {
    count.textContent = `${ticked(boxes).length} / ${boxes.length}`
    const { all, none } = button.dataset
    button.textContent = shown(boxes).every((box) => box.checked) ? none : all
  }
}

// A box that is unticked while only ticked ones are shown stays, so that it can be ticked again.
function filter() {
  const wanted = searchText.value.toLowerCase().split(/\s+/).filter(Boolean)
  const filters = wanted.length > 0 || onlyTicked.checked
  for (const box of boxes)
    choiceOf(box).hidden =
      !wanted.every((word) => words.get(box).includes(word)) || (onlyTicked.checked && !box.checked)
  for (const section of sections) {
    if (filters && !isFiltered) section.wasOpen = section.details.open
    if (filters || isFiltered) section.details.open = filters || section.wasOpen
    section.details.hidden = shown(section.boxes).length === 0
  }
  isFiltered = filters
  const found = shown(boxes).length
  const { found: foundText, noneFound, noneTicked } = form.dataset
  if (!filters) searchResult.textContent = ''
  else if (found > 0) searchResult.textContent = fill(foundText, { found })
  else searchResult.textContent = wanted.length > 0 ? noneFound : noneTicked
  showCounts()
}

for (const { button, boxes } of sections) {
  button.hidden = false
  button.addEventListener('click', () => {
    const all = shown(boxes)
    const tick = !all.every((box) => box.checked)
    for (const box of all) box.checked = tick
    showCounts()
  })
}
form.addEventListener('change', showCounts)
searchText.addEventListener('input', filter)
onlyTicked.addEventListener('change', filter)
form.addEventListener('submit', () => {
  isSending = true
})
window.addEventListener('beforeunload', (event) => {
  if (isUnsaved() && !isSending) event.preventDefault()
})
search.hidden = false
count.hidden = false
// Some browsers keep the text of the search field over a reload, so the list is filtered at the start, too.
filter()
