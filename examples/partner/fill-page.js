/* global document, EventSource, Image */
/*
 * Runs in the browser: puts each picture into the page when it is drawn. One connection brings the events of all
 * previews. Without JavaScript the browser requests every picture at once, and each request waits for its picture.
 */
const unfilled = new Map(
  [...document.querySelectorAll('figure[data-client]')].map((figure) => [figure.dataset.client, figure]),
)
const total = unfilled.size
const progress = document.getElementById('progress')

function tellProgress() {
  progress.textContent = `${total - unfilled.size} of ${total} pictures are here`
}

function fill(client, content) {
  unfilled.get(client).querySelector('.picture').replaceChildren(content)
  unfilled.delete(client)
  tellProgress()
}

function picture({ dataset }, url) {
  const image = new Image()
  image.alt = dataset.alt
  image.src = url
  return image
}

function message(text) {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  return paragraph
}

/** Shows the preview that an event is about: an entry of the service's list of previews. */
function show({ client, orientation, images, status, thumb450_url: url, description }) {
  const figure = unfilled.get(client)
  if (!figure || orientation !== 'vertical' || images !== 'allowed') return
  if (status === 'captured') fill(client, picture(figure, url))
  if (status === 'failed') fill(client, message(description))
}

/** Requests every picture that is missing, as the page does without JavaScript. */
function fillWithoutEvents() {
  for (const [client, figure] of unfilled) fill(client, picture(figure, figure.dataset.src))
}

if (total > 0) {
  tellProgress()
  const events = new EventSource('/previews/events')
  events.addEventListener('snapshot', ({ data }) => JSON.parse(data).previews.forEach(show))
  events.addEventListener('preview', ({ data }) => show(JSON.parse(data)))
  events.addEventListener('complete', () => events.close())
  // The browser connects again by itself, and the stream begins with a new snapshot, so that nothing is missed.
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) fillWithoutEvents()
  })
}
