import { findReferences as findAll } from './find-references'
import { mayRefer } from './may-refer'

/** The addresses that are loaded. */
const findReferences = (html: string, atMost?: number): string[] =>
  findAll(html, atMost)
    .filter(({ dead }) => dead === null)
    .map(({ url }) => url)

const address = 'http://x.test/a'

describe('the quick check whether an email refers to anything', () => {
  it.each([
    `<img src=${address}>`,
    `<img SRCSET="${address} 2x">`,
    `<img lowsrc=${address}>`,
    `<video poster=${address}></video>`,
    `<td background\n= "${address}">`,
    `<svg><image href="${address}"/></svg>`,
    `<svg><use xlink:href="${address}"/></svg>`,
    `<svg><feImage href="${address}"/></svg>`,
    `<link rel=StyleSheet href=${address}>`,
    `<v:fill o:href="${address}">`,
    `<style>a{b:URL(${address})}</style>`,
    `<style>a{b:\\75rl(${address})}</style>`,
    `<style>@import "${address}";</style>`,
    `<style>a{b:image-set("${address}" 1x)}</style>`,
    `<p style="a:u&#114;l(${address})">`,
    `<p style="a:&bsol;75rl(${address})">`,
    `<!--[if mso]><v:rect><v:fill src="${address}"/></v:rect><![endif]-->`,
  ])('is true for %s', (html) => {
    expect(mayRefer(html)).toBe(true)
    expect(findReferences(html)).toEqual([address])
  })

  it('is false for an email with links and layout only', () => {
    const html = `<style>p{margin:0 !important;background:#fff}</style><table><td background-color="red"><a href="${address}">Go</a></td></table>`
    expect(mayRefer(html)).toBe(false)
  })
})
