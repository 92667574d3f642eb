import { z } from 'zod'
import { allowList, parseAllowList } from '../src/outbound/allow-list'

describe('ASSET_ALLOW', () => {
  it('allows networks, on one port or on any', () => {
    const allow = parseAllowList(' 10.1.0.0/16 , 127.0.0.1:8446,[fd00::]/8:81, [fd99::1]:82,fe80::/10,::1,')
    expect(allow.allowsAddress('10.1.2.3', 1)).toBe(true)
    expect(allow.allowsAddress('10.2.0.1', 1)).toBe(false)
    expect(allow.allowsAddress('127.0.0.1', 8446)).toBe(true)
    expect(allow.allowsAddress('127.0.0.1', 8447)).toBe(false)
    expect(allow.allowsAddress('127.0.0.2', 8446)).toBe(false)
    expect(allow.allowsAddress('::ffff:127.0.0.1', 8446)).toBe(false)
    expect(allow.allowsAddress('fd12::1', 81)).toBe(true)
    expect(allow.allowsAddress('fd99::1', 82)).toBe(true)
    expect(allow.allowsAddress('fd99::2', 82)).toBe(false)
    expect(allow.allowsAddress('fe80::1', 9)).toBe(true)
    expect(allow.allowsAddress('::1', 9)).toBe(true)
    expect(allow.allowsAddress('::2', 9)).toBe(false)
  })

  it('allows hosts by their name as a URL shows it', () => {
    const allow = parseAllowList('Assets.Internal:8080,bücher.example,localhost')
    expect(allow.allowsHost('assets.internal', 8080)).toBe(true)
    expect(allow.allowsHost('assets.internal.', 8080)).toBe(true)
    expect(allow.allowsHost('assets.internal', 80)).toBe(false)
    expect(allow.allowsHost('x.assets.internal', 8080)).toBe(false)
    expect(allow.allowsHost('xn--bcher-kva.example', 443)).toBe(true)
    expect(allow.allowsHost('localhost', 1)).toBe(true)
  })

  it.each([
    '10.0.0.0/33',
    '10/8',
    '10.0.0/8',
    '0x7f.1',
    '2130706433',
    'http://assets.internal',
    'assets.internal/path',
    'assets.internal:0',
    'assets.internal:65536',
    'assets.internal:http',
    '*.internal',
    'user@assets.internal',
    '[fd00::',
    'fd00::/129',
    ':8080',
    'two words',
  ])('refuses %s and quotes it', (entry) => {
    const result = z.object({ ASSET_ALLOW: allowList }).safeParse({ ASSET_ALLOW: `10.0.0.0/8,${entry}` })
    expect(result.error?.issues[0]?.path).toEqual(['ASSET_ALLOW'])
    expect(result.error?.issues[0]?.message).toContain(`'${entry}' is not`)
  })

  it('allows nothing when empty', () => {
    expect(allowList.parse('').allowsAddress('127.0.0.1', 80)).toBe(false)
  })
})
