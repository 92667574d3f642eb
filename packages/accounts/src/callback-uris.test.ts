import { assertCallbackUri } from './callback-uris'

describe('assertCallbackUri', () => {
  it.each([
    'https://partner.example.com/callback',
    'https://partner.example.com',
    'https://partner.example.com:8443/callback?tenant=7&x=%2F',
    'https://partner.example.com/a/./b//c;v=1?next=https://else.example.com/@me',
    'https://localhost:9443/callback',
    'https://127.0.0.1/callback',
    'https://[::1]:9443/callback',
    'https://xn--bcher-kva.example/callback',
    'HTTPS://Partner.Example.com/Callback',
  ])('takes %s', (uri) => {
    expect(() => {
      assertCallbackUri(uri)
    }).not.toThrow()
  })

  it.each([
    ['http://partner.example.com/callback', 'absolute https'],
    ['ftp://partner.example.com/', 'absolute https'],
    ['javascript:alert(1)', 'absolute https'],
    ['/callback', 'absolute https'],
    ['//partner.example.com/callback', 'absolute https'],
    ['https:partner.example.com/callback', 'absolute https'],
    ['https:/partner.example.com/callback', 'absolute https'],
    [' https://partner.example.com/', 'absolute https'],
    ['', 'absolute https'],
    ['https://partner.example.com/callback#top', 'fragment'],
    ['https://partner.example.com/callback#', 'fragment'],
    ['https://user:secret@partner.example.com/', 'user information'],
    ['https://partner.example.com@evil.example/', 'user information'],
    ['https://@partner.example.com/', 'user information'],
    ['https://*.example.com/callback', 'wildcard'],
    ['https://partner.example.com/*', 'wildcard'],
    ['https://%2a.example.com/', "read as '*.example.com'"],
    ['https://partner.example.com/call\nback', 'no URI may hold'],
    ['https://partner.example.com\\@evil.example/', 'no URI may hold'],
    ['https://partner.example.com/ö', 'no URI may hold'],
    ['https://bücher.example/', 'no URI may hold'],
    ['https://partner.example.com/%zz', 'no URI may hold'],
    ['https:///callback', 'no host'],
    ['https://:8443/callback', 'no host'],
    ['https://partner.example.com:99999/', 'cannot be read'],
    ['https://partner.example.com:port/', 'cannot be read'],
    ['https://0x7f.1/', "read as '127.0.0.1'"],
    [`https://partner.example.com/${'a'.repeat(2_000)}`, 'too long'],
  ])('refuses %j, because of: %s', (uri, reason) => {
    expect.assertions(2)
    try {
      assertCallbackUri(uri)
    } catch (error) {
      expect(error).toMatchObject({ code: 'callback_uri_invalid' })
      expect((error as Error).message).toContain(reason)
    }
  })
})
