import type { ServedAsset } from './load-email'
import { embedPictures } from './embed-pictures'

const gif = Buffer.from('GIF')
const data = `data:image/gif;document=1;base64,${gif.toString('base64')}`
const never = new Promise<null>(() => undefined)
const failed = Promise.reject(new Error('away'))
failed.catch(() => undefined)

const assets: Record<string, ServedAsset> = Object.fromEntries(
  [
    { id: 'a', contentType: 'image/gif', body: Promise.resolve(gif) },
    { id: 'b', contentType: 'image/gif', body: Promise.resolve(gif) },
    { id: 'sheet', contentType: 'text/css', body: Promise.resolve(Buffer.from('p {}')) },
    { id: 'odd', contentType: 'image/gif" onload="x', body: Promise.resolve(gif) },
    { id: 'late', contentType: 'image/gif', body: never },
    { id: 'gone', contentType: 'image/gif', body: Promise.resolve(null) },
    { id: 'away', contentType: 'image/gif', body: failed },
    { id: 'big', contentType: 'image/gif', body: Promise.resolve(Buffer.alloc(300_000)) },
  ].map((asset) => [asset.id, asset]),
)
const put = (html: string): Promise<string> => embedPictures(html, '1', (id) => assets[id])

describe('a document with embedded pictures', () => {
  it('has them in src and srcset attributes and in styles', async () => {
    expect(
      await put('<img src="http://assets.invalid/a"><p style="background:url(http://assets.invalid/b)">'),
    ).toBe(`<img src="${data}"><p style="background:url(${data})">`)
    expect(await put('<img srcset="http://assets.invalid/a, http://assets.invalid/b 2x">')).toBe(
      `<img srcset="${data}, ${data} 2x">`,
    )
  })

  it.each(['late', 'gone', 'away', 'big', 'sheet', 'odd', 'unknown'])(
    'keeps the address of what cannot be embedded: %s',
    async (id) => {
      const html = `<img src="http://assets.invalid/${id}">`
      expect(await put(html)).toBe(html)
    },
  )

  it('keeps the address of a picture that it names twice', async () => {
    const html = '<img src="http://assets.invalid/a"><img src="http://assets.invalid/a">'
    expect(await put(html)).toBe(html)
  })

  it('embeds pictures only up to a limit in bytes', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `<img src="http://assets.invalid/${index}">`).join(
      '',
    )
    const large = { contentType: 'image/gif', body: Promise.resolve(Buffer.alloc(200_000)) }
    const html = await embedPictures(many, '1', (id) => ({ id, ...large }))
    expect(html.match(/data:/g)).toHaveLength(10)
    expect(html.match(/assets\.invalid/g)).toHaveLength(10)
  })
})
