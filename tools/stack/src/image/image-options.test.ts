import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { publicServices } from '@pas/settings/image'
import { readImageOptions } from './image-options'

const read = (env: Record<string, string>): ReturnType<typeof readImageOptions> =>
  readImageOptions({ PAS_HOME: '/data', ...env }, '/app')
const urlsOf = (env: Record<string, string>): (string | undefined)[] =>
  publicServices.map((service) => read(env).options.image?.publicUrl(service))

describe('PUBLIC_URL', () => {
  it('is by default the port of auth on localhost, and the others follow', () => {
    expect(urlsOf({})).toEqual([8443, 8444, 8445, 8451].map((port) => `https://localhost:${port}`))
  })

  it.each([
    ['https://mail.example.com:9443', ['mail.example.com'], [9443, 9444, 9445, 9451]],
    ['https://192.0.2.7:8443/', ['192.0.2.7'], [8443, 8444, 8445, 8451]],
    ['https://[2001:db8::7]:8443', ['2001:db8::7'], [8443, 8444, 8445, 8451]],
  ])('%s names one host and four ports', (url, names, ports) => {
    const host = new URL(url).hostname
    expect(urlsOf({ PUBLIC_URL: url })).toEqual(ports.map((port) => `https://${host}:${port}`))
    expect(read({ PUBLIC_URL: url }).options.image?.certificateNames).toEqual(names)
  })

  it('with {service} names four hosts', () => {
    expect(urlsOf({ PUBLIC_URL: 'https://pas-{service}.example.com' })).toEqual(
      publicServices.map((service) => `https://pas-${service}.example.com`),
    )
    expect(urlsOf({ PUBLIC_URL: 'https://{service}.example.com:444/' })).toContain(
      'https://board.example.com:444',
    )
    expect(read({ PUBLIC_URL: 'https://{service}.test' }).options.image?.certificateNames).toEqual([
      'auth.test',
      'api.test',
      'images.test',
      'board.test',
    ])
  })

  it.each([
    'localhost:8443',
    'http://localhost:8443',
    'https://mail.example.com',
    'https://mail.example.com:443',
    'https://mail.example.com:65530',
    'https://mail.example.com:8443/pas',
    'https://user@mail.example.com:8443',
    'https://example.com/{service}',
    'https://{name}.example.com',
    'https://{service}.{service}.example.com',
  ])('is refused as %s, with a sentence that says what to write', (url) => {
    expect(() => read({ PUBLIC_URL: url })).toThrow(/PUBLIC_URL: must be https:\/\/HOST:PORT.*{service}/)
  })
})

describe('FIRST_API_KEY', () => {
  it('may be absent, or as random as our own', () => {
    expect(read({}).firstAccount).toEqual({ email: 'admin@example.com', apiKey: null })
    const key = `pas_key_${randomBytes(32).toString('base64url')}`
    expect(read({ FIRST_API_KEY: key }).firstAccount.apiKey).toBe(key)
  })

  it.each(['ci', 'operations'])('may be the one that docs/%s.md shows', (name) => {
    const page = readFileSync(path.resolve(__dirname, `../../../../docs/${name}.md`), 'utf8')
    const [, key = ''] = /FIRST_API_KEY: (pas_key_\S+)/.exec(page) ?? []
    expect(read({ FIRST_API_KEY: key }).firstAccount.apiKey).toBe(key)
    expect(page).not.toMatch(/FIRST_API_KEY: \$/)
  })

  it.each([
    'secret',
    `pas_key_${'a'.repeat(43)}`,
    `pas_key_${'0123456789'.repeat(5).slice(0, 43)}`,
    randomBytes(32).toString('base64url'),
  ])('is refused as %s, which is not shown', (key) => {
    const refusal = (): unknown => read({ FIRST_API_KEY: key })
    expect(refusal).toThrow(/FIRST_API_KEY: /)
    expect(refusal).not.toThrow(key)
  })
})

describe('the other variables', () => {
  it('say whether a proxy ends TLS, and whom the first link is for', () => {
    const { options, firstAccount } = read({ TRUST_PROXY: '10.0.0.0/8', FIRST_USER: 'ada@example.com' })
    expect([options.image?.isBehindProxy, firstAccount.email]).toEqual([true, 'ada@example.com'])
    expect(read({}).options.image?.isBehindProxy).toBe(false)
    expect(() => read({ FIRST_USER: 'ada' })).toThrow(/FIRST_USER: must be an e-mail address/)
  })
})
