/* global CSSStyleSheet, customElements, document, HTMLElement */
// <pas-previews src="https://api.example.com/v1" guid="…" clients="OL2016"></pas-previews>: docs/partners.md
const css = new CSSStyleSheet()
css.replaceSync(`
:host { display: block; --line: light-dark(#d5d9e2, #363e4d); --ground: light-dark(#f1f3f7, #171b23) }
:host([hidden]) { display: none }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none }
li { overflow: hidden; border: 1px solid var(--line); border-radius: 10px; background: light-dark(#fff, #1a1f28); color: light-dark(#1a1e27, #e8ebf2) }
.picture { display: block; height: 20rem; overflow: hidden; background: var(--ground); color: inherit }
.picture[aria-busy=true] { background: linear-gradient(100deg, var(--ground) 40%, var(--line) 50%, var(--ground) 60%) 0 / 300% }
img { display: block; height: auto; margin: auto }
[aria-busy=true] img { opacity: 0 }
.name { display: block; padding: .6rem .8rem; border-top: 1px solid var(--line); overflow-wrap: anywhere }
p { margin: 0; padding: 1rem }
button { margin: 0 1rem; padding: .4rem 1rem; font: inherit }
:focus-visible { outline: 3px solid; outline-offset: -3px }
@media (prefers-reduced-motion: no-preference) {
  [aria-busy=true] { animation: wait 1.5s linear infinite }
  @keyframes wait { from { background-position: 100% } }
}`)

const isHttps = (text) => /^https:\/\/[^\s?#@]+$/i.test(text)
const make = (tag, own = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), own)
  made.append(...children)
  return made
}

class PasPreviews extends HTMLElement {
  static observedAttributes = ['src', 'guid', 'clients', 'names', 'fallback-url']
  #root = this.attachShadow({ mode: 'open' })

  connectedCallback() {
    this.#root.adoptedStyleSheets = [css]
    this.#draw()
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw()
  }

  #text(name, otherwise) {
    return this.getAttribute(name) ?? otherwise
  }

  #draw() {
    const [src, guid, list] = ['src', 'guid', 'clients'].map((name) => this.#text(name, '').trim())
    const codes = [...new Set(list.split(',').map((code) => code.trim().toUpperCase()))].filter(Boolean)
    const fallback = this.getAttribute('fallback-url')
    let names
    let wrong
    try {
      names = Object(JSON.parse(this.#text('names', this.querySelector('script')?.text || '{}')))
    } catch {
      wrong = 'names must be JSON'
    }
    if (!isHttps(src)) wrong = 'src must be an https address: https://api.example.com/v1'
    else if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(guid)) wrong = 'guid must be an email_guid'
    else if (!codes.length || codes.some((code) => !/^\w+$/.test(code)))
      wrong = 'clients must be codes: OL2016,GMAILNEW'
    else if (fallback !== null && !isHttps(fallback)) wrong = 'fallback-url must be an https address'
    if (wrong) return this.#root.replaceChildren(make('p', { role: 'alert' }, `pas-previews: ${wrong}.`))
    const tiles = codes.map((code) => {
      const { name = names[code], platform, width = 1332 } = Object(names[code])
      const title = platform ? `${name} (${platform})` : String(name ?? code)
      // One scale for windows, one for phones
      const share = `${Math.min(100, width / (width > 440 ? 13.32 : 4.4))}%`
      const preview = `${src.replace(/(?<!\/)\/+$/, '')}/emails/${guid}/previews/${code}`
      return this.#tile(title, preview, fallback, share)
    })
    this.#root.replaceChildren(make('ul', { role: 'list' }, ...tiles))
  }

  #tile(title, preview, fallback, share) {
    const link = make('a', { className: 'picture', href: `${preview}/full`, target: '_blank' })
    const tile = make('li', {}, link, make('span', { className: 'name' }, title))
    const load = () => {
      // The address answers when the picture is drawn: the browser waits.
      const image = make('img', {
        alt: this.#text('alt', 'The email in {client}').replace('{client}', title),
        loading: 'lazy',
      })
      image.setAttribute('width', share)
      image.onload = () => (link.ariaBusy = 'false')
      image.onerror = () => {
        const retry = make('button', { type: 'button' }, this.#text('retry', 'Try again'))
        retry.setAttribute('aria-label', `${retry.textContent}: ${title}`)
        const failure = make(
          'div',
          { className: 'picture' },
          make('p', { role: 'alert' }, this.#text('failed', 'This preview is not available right now.')),
          retry,
        )
        retry.onclick = () => {
          load()
          failure.replaceWith(link)
          link.focus()
        }
        link.replaceWith(failure)
      }
      image.src = `${preview}/thumb450${fallback ? `?fallback_url=${encodeURIComponent(fallback)}` : ''}`
      link.ariaBusy = 'true'
      link.replaceChildren(image)
    }
    load()
    return tile
  }
}

customElements.define('pas-previews', PasPreviews)
