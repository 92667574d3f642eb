/* global document, location */
/*
 * Gives the page's element what `npm start` puts into the page's address. A partner's backend writes these attributes
 * into the page instead.
 */
const previews = document.querySelector('pas-previews')
const wanted = new URLSearchParams(location.search)
for (const name of ['src', 'guid', 'clients', 'fallback-url'])
  if (wanted.has(name)) previews.setAttribute(name, wanted.get(name))
