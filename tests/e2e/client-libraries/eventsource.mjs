/*
 * Follows an email's previews with the library `eventsource`, with its own defaults: `eventsource.mjs URL`. Prints each
 * event as a line of JSON, and `{"name": "open"}` for each connection. Ends after `gone`.
 */
import { EventSource } from 'eventsource'

// The library lets a process end while it waits to connect again.
const alive = setInterval(() => undefined, 60_000)
const source = new EventSource(process.argv[2])
const print = (line) => console.log(JSON.stringify(line))
source.addEventListener('open', () => print({ name: 'open' }))
for (const name of ['snapshot', 'added', 'preview', 'complete', 'gone']) {
  source.addEventListener(name, ({ data }) => {
    print({ name, data: JSON.parse(data) })
    if (name !== 'gone') return
    source.close()
    clearInterval(alive)
  })
}
