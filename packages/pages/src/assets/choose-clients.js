/* global document, window */
'use strict'

// Adds to the chooser of email clients: a search, a filter, buttons that tick a section or a set, a count of ticked
// boxes, and a warning before ticks are lost. The page works without this script: the elements that need it are hidden
// until it runs. Its texts are data-attributes.
const chooser = document.getElementById('chooser')
const form = chooser.closest('form')
const searchText = document.getElementById('chooser-text')
const searchResult = document.getElementById('chooser-result')
const onlyTicked = document.getElementById('chooser-only-ticked')
const count = form.querySelector('[data-chooser-count]')
const boxes = [...chooser.querySelectorAll('.choices input')]
const sections = [...chooser.querySelectorAll('details.section')].map((details) => ({
  details,
  name: details.querySelector('h2').textContent,
  count: details.querySelector('summary .hint'),
  button: details.querySelector('.actions button'),
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
  if (count) {
    const { unsaved } = count.dataset
    const counted = fill(chooser.dataset.count, { ticked: ticked(boxes).length, all: boxes.length })
    const isWarning = unsaved !== undefined && isUnsaved()
    count.textContent = isWarning ? `${counted} · ${unsaved}` : counted
    count.parentElement.classList.toggle('unsaved', isWarning)
  }
  for (const { name, count, button, boxes } of sections) {
    count.textContent = `${ticked(boxes).length} / ${boxes.length}`
    const { tickAll, tickNone } = chooser.dataset
    button.textContent = fill(shown(boxes).every((box) => box.checked) ? tickNone : tickAll, {
      section: name,
    })
  }
}

// A box that is unticked while only ticked ones are shown stays, so that it can be ticked again.
function filter() {
  const searchedWords = searchText.value.toLowerCase().split(/\s+/).filter(Boolean)
  const filters = searchedWords.length > 0 || onlyTicked.checked
  for (const box of boxes)
    choiceOf(box).hidden =
      !searchedWords.every((word) => words.get(box).includes(word)) || (onlyTicked.checked && !box.checked)
  // Opens what is filtered; without a filter, sections are as they were before it.
  for (const section of sections) {
    if (filters && !isFiltered) section.wasOpen = section.details.open
    if (filters || isFiltered) section.details.open = filters || section.wasOpen
    section.details.hidden = shown(section.boxes).length === 0
  }
  isFiltered = filters
  const found = shown(boxes).length
  const { found: foundText, noneFound, noneTicked } = chooser.dataset
  if (!filters) searchResult.textContent = ''
  else if (found > 0) searchResult.textContent = fill(foundText, { found })
  else searchResult.textContent = searchedWords.length > 0 ? noneFound : noneTicked
  showCounts()
}

// Ticks by a button, which browsers report by no event of their own.
function tick(isTicked) {
  for (const [box, checked] of isTicked) box.checked = checked
  boxes[0].dispatchEvent(new window.Event('change', { bubbles: true }))
}

for (const { button, boxes } of sections) {
  button.hidden = false
  button.addEventListener('click', () => {
    const all = shown(boxes)
    const isTicked = !all.every((box) => box.checked)
    tick(all.map((box) => [box, isTicked]))
  })
}
for (const setButton of chooser.querySelectorAll('[data-only]')) {
  setButton.addEventListener('click', () => {
    const codes = setButton.value.split(' ')
    tick(boxes.map((box) => [box, codes.includes(box.value)]))
    for (const { details, boxes } of sections) if (ticked(boxes).length > 0) details.open = true
    if (isFiltered) filter()
  })
}
chooser.addEventListener('change', (event) => {
  if (boxes.includes(event.target)) showCounts()
})
searchText.addEventListener('input', filter)
// Enter would send the form around the chooser.
searchText.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') event.preventDefault()
})
onlyTicked.addEventListener('change', filter)
form.addEventListener('submit', () => {
  isSending = true
})
window.addEventListener('beforeunload', (event) => {
  if (count?.dataset.unsaved !== undefined && isUnsaved() && !isSending) event.preventDefault()
})
document.getElementById('chooser-search').hidden = false
if (count) count.hidden = false
// Some browsers keep the text of the search field over a reload, so the list is filtered at the start, too.
filter()
