import { parseFallback } from './parse-fallback'

const good = 'https://images.example.com/sorry.png'
const locationOf = (text: string): string | undefined => parseFallback({ fallback_url: text })?.url?.href

describe('fallback', () => {
  it('is wanted when it is true, and not when it is false or not given', () => {
    expect(parseFallback({ fallback: 'true' })).toEqual({ url: null })
    expect(parseFallback({ fallback: 'false' })).toBeNull()
    expect(parseFallback({})).toBeNull()
  })

  it.each(['', 'TRUE', '1', 'yes', ' true', ['true', 'true'], ['true', 'false']])(
    'is refused as %j',
    (fallback) => {
      expect(() => parseFallback({ fallback })).toThrow('fallback is true or false, once.')
    },
  )
})

describe('fallback_url', () => {
  it('implies true, and contradicts false', () => {
    expect(locationOf(good)).toBe(good)
    expect(parseFallback({ fallback: 'true', fallback_url: good })?.url?.href).toBe(good)
    expect(() => parseFallback({ fallback: 'false', fallback_url: good })).toThrow(/implies fallback=true/)
  })

  it.each([
    // After the query was decoded once: a plain URL, or one that is still encoded.
    [good, good],
    [encodeURIComponent(good), good],
    [
      encodeURIComponent('https://images.example.com/a%20b/%2F%25.png'),
      'https://images.example.com/a%20b/%2F%25.png',
    ],
    ['https://images.example.com/a%20b.png', 'https://images.example.com/a%20b.png'],
    ['https%3a//images.example.com/sorry.png', good],
    // The location is the canonical form in which browsers read the URL.
    ['HTTPS://Images.Example.COM:443/a/../sorry.png', good],
    ['https://images.example.com:8443/sorry.JPEG', 'https://images.example.com:8443/sorry.JPEG'],
    ['https://xn--bcher-kva.example/sorry.webp', 'https://xn--bcher-kva.example/sorry.webp'],
    ['https://images.example.com//evil.example/x.gif', 'https://images.example.com//evil.example/x.gif'],
  ])('is read from %j', (text, location) => {
    expect(locationOf(text)).toBe(location)
  })

  it.each([
    ['', 'absolute https'],
    ['http://images.example.com/sorry.png', 'absolute https'],
    ['//images.example.com/sorry.png', 'absolute https'],
    ['/sorry.png', 'absolute https'],
    ['https:images.example.com/sorry.png', 'absolute https'],
    ['https:/images.example.com/sorry.png', 'absolute https'],
    [' https://images.example.com/sorry.png', 'absolute https'],
    ['javascript:alert(1)//.png', 'absolute https'],
    ['data:image/png,x.png', 'absolute https'],
    ['https://evil.example\\@images.example.com/sorry.png', 'no URI may hold'],
    ['https://images.example.com\\.evil.example/sorry.png', 'no URI may hold'],
    ['https://images.example.com/sorry.png\r\nSet-Cookie: a=b', 'no URI may hold'],
    ['https://images.example.com/\tsorry.png', 'no URI may hold'],
    ['https://images.example.com/sorry\0.png', 'no URI may hold'],
    ['https://bücher.example/sorry.png', 'no URI may hold'],
    ['https://images。example.com/sorry.png', 'no URI may hold'],
    ['https://images.example.com@evil.example/sorry.png', 'user information'],
    ['https://user:secret@images.example.com/sorry.png', 'user information'],
    ['https://images.example.com/sorry.png#top', 'fragment'],
    ['https://images.example.com/sorry.png?x=1', 'query string'],
    ['https://images.example.com/sorry.png?', 'query string'],
    ['https://images.example.com?/sorry.png', 'query string'],
    ['https:///sorry.png', 'no host'],
    ['https://images.example.com:99999/sorry.png', 'cannot be read'],
    ['https://images%2eexample.com/sorry.png', "read as 'images.example.com'"],
    ['https://0x7f.1/sorry.png', "read as '127.0.0.1'"],
    ['https://images.example.com/', 'as an image file'],
    ['https://images.example.com', 'as an image file'],
    ['https://images.example.com/.png', 'as an image file'],
    ['https://images.example.com/sorry.html', 'as an image file'],
    ['https://images.example.com/sorry.png/', 'as an image file'],
    ['https://images.example.com/sorry.png%3Fx', 'as an image file'],
    ['https://images.example.png', 'as an image file'],
    // Encoded too often, or not as one text.
    [encodeURIComponent(encodeURIComponent(good)), 'absolute https'],
    ['https%3A%2F%2Fimages.example.com%2F%zz.png', 'well encoded'],
    ['https%3A%2F%2Fimages.example.com%2F%ff.png', 'well encoded'],
    [encodeURIComponent('https://evil.example\\@images.example.com/x.png'), 'no URI may hold'],
    [encodeURIComponent('https://images.example.com/x.png?y'), 'query string'],
    [encodeURIComponent('https://images.example.com/x.png\r\n'), 'no URI may hold'],
  ])('is refused as %j, because of: %s', (text, reason) => {
    expect(() => locationOf(text)).toThrow(reason)
  })

  it('is refused when it comes twice', () => {
    expect(() => parseFallback({ fallback_url: [good, good] })).toThrow('more than once')
  })
})
