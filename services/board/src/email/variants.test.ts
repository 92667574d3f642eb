import type { ApiPreview } from '../api/schema'
import { variantsAmong } from './variants'

const waiting = (key: string, second: number): ApiPreview => {
  const [client = '', ...options] = key.split('.')
  return {
    client,
    orientation: options.includes('horizontal') ? 'horizontal' : 'vertical',
    images: options.includes('blocked') ? 'blocked' : 'allowed',
    status: 'waiting',
    requested_at: new Date(second * 1_000).toISOString(),
  }
}

describe('a variant', () => {
  const variantsOf = (requested: Readonly<Record<string, number>>) =>
    Object.fromEntries(variantsAmong(Object.entries(requested).map(([key, second]) => waiting(key, second))))

  it('is asked for after the light picture, or the one with images; what is chosen together is none', () => {
    expect(
      variantsOf({
        IPHONE17: 0,
        IPHONE17DARK: 0,
        OL365: 0,
        OL365DARK: 1,
        'OL365.blocked': 2,
        'IPHONE17DARK.blocked': 2,
        'OL365DARK.blocked': 3,
      }),
    ).toEqual({
      OL365DARK: ['dark'],
      'OL365.blocked': ['blocked'],
      'IPHONE17DARK.blocked': ['blocked'],
      'OL365DARK.blocked': ['dark', 'blocked'],
    })
  })

  it('is none where the email has no other picture of the email client', () => {
    expect(variantsOf({ 'OL365.blocked': 1, IPHONE17DARK: 2, 'IPADA16.horizontal': 3, IPADA16: 4 })).toEqual(
      {},
    )
  })
})
