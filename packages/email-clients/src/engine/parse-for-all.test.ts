import { emailClients } from '../catalogue'
import { emulate } from '../emulate'
import { parseForAll } from './parse-for-all'
import { parseHtml } from './parse-html'
import { serializeHtml } from './serialize-html'
import type { EmailContent } from './emulated-document'

const html = `<!doctype html><html><head><style>p { color: red; margin: 1em 0 }</style></head><body bgcolor="#fff">
<!--[if mso]><table><tr><td><![endif]--><p style="color:teal;border-radius:9px">One <b>two<p>three</b></p>
<template><i class="x">inside</i></template><svg viewBox="0 0 1 1"><path xlink:href="#a" d="M0"/></svg>
<table><tr><td background="https://example.com/a.png">cell</table>${Array.from({ length: 40 }, (_, each) => `<font size="${each}">`).join('')}deep</body></html>`
const contentOf = (): EmailContent => ({
  html,
  plainText: 'Plain',
  subject: 'Subject',
  fromAddress: null,
  fromDisplayName: null,
})
const options = { orientation: 'vertical', images: 'allowed', assetUrl: () => null } as const

describe('HTML that is parsed for all email clients of an email', () => {
  it('makes the same document and changes in each of them as if it were parsed for it alone', () => {
    const shared = contentOf()
    for (const emailClient of emailClients)
      expect([emailClient.code, emulate(emailClient, shared, options)]).toEqual([
        emailClient.code,
        emulate(emailClient, contentOf(), options),
      ])
  })

  it('is copied whole: what is done to a copy is not in the next one', () => {
    const content = contentOf()
    const bounds: string[][] = []
    const parse = () => {
      const met: string[] = []
      bounds.push(met)
      return parseForAll(content, html, (what) => met.push(what))
    }
    const written = serializeHtml(parseHtml(html))
    for (let time = 0; time < 4; time++) {
      const document = parse()
      expect(serializeHtml(document)).toBe(written)
      const root = document.childNodes.find((node) => 'tagName' in node)
      if (root) Object.assign(root, { childNodes: [], attrs: [{ name: 'changed', value: 'yes' }] })
    }
    expect(bounds[0]).not.toEqual([])
    for (const met of bounds) expect(met).toEqual(bounds[0])
  })
})
