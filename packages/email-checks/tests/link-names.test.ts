import { emailOf, findingsOf } from './corpus'

const found = (html: string) =>
  findingsOf(emailOf(html, {}, false))
    .filter(({ rule }) =>
      /^(?:images\/link-without-text|accessibility\/(?:link-name|vague-link))$/.test(rule),
    )
    .map(({ rule, where }) => `${rule} ${where?.line}`)

const href = 'href="https://example.com/a"'
const image = '<img src="https://example.com/a.png" width="20" height="20" alt="">'

describe('the name of a link', () => {
  it('is its aria-label, what is in it, or its title, for all rules alike', () => {
    const links = [
      `<a ${href} title="Our shop">${image}</a>`,
      `<a ${href} aria-label="Our shop">${image}</a>`,
      `<a ${href}>${image}</a>`,
      `<a ${href} title="Our shop"></a>`,
      `<a ${href}></a>`,
      `<a ${href} title=" ">${image.replace('alt=""', 'alt="Our shop"')}${image}</a>`,
    ]
    expect(found(links.join('\n'))).toEqual(['images/link-without-text 3', 'accessibility/link-name 5'])
  })

  it('is not vague because of words that a label replaces', () => {
    const links = [
      `<a ${href} aria-label="All about coffee">here</a>`,
      `<a ${href} aria-label="here">Coffee</a>`,
    ]
    expect(found(links.join('\n'))).toEqual(['accessibility/vague-link 2'])
  })
})
