/* global document, getSelection, navigator */
'use strict'

// Searches the page and copies examples. The page works without this script: the elements that need it are hidden until
// it runs.
const form = document.getElementById('search-form')
const search = document.getElementById('search')
const found = document.getElementById('found')
const articles = [...document.querySelectorAll('main article')].map((article) => ({
  article,
  text: article.textContent.toLowerCase(),
}))
const entries = [...document.querySelectorAll('nav li a[data-operation]')].map((link) => ({
  item: link.closest('li'),
  section: link.closest('section'),
  article: document.getElementById(link.dataset.operation),
}))

function showFound() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const { article, text } of articles) article.hidden = !words.every((word) => text.includes(word))
  for (const { item, article } of entries) item.hidden = article.hidden
  for (const { section } of entries)
    section.hidden = [...section.querySelectorAll('li')].every((item) => item.hidden)
  const shown = articles.filter(({ article }) => !article.hidden).length
  found.textContent = words.length === 0 ? '' : `${shown} of ${articles.length} parts of this page`
}

async function copy(button) {
  const example = button.parentElement.querySelector('pre')
  for (const other of document.querySelectorAll('button.copy')) other.textContent = other.dataset.copy
  try {
    await navigator.clipboard.writeText(example.textContent)
    button.textContent = button.dataset.copied
  } catch {
    // The browser does not let the page copy: the user can, as the text is selected.
    getSelection().selectAllChildren(example)
  }
}

form.hidden = false
form.addEventListener('submit', (event) => event.preventDefault())
search.addEventListener('input', showFound)
for (const button of document.querySelectorAll('button.copy')) {
  button.hidden = false
  button.addEventListener('click', () => void copy(button))
}
// A browser may restore a typed search without an `input` event.
showFound()
