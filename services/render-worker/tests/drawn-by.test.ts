import { drawnByOf } from '../src/drawn-by'

describe('what draws a picture', () => {
  it('has a name, which differs by engine and version', () => {
    const chromium = drawnByOf({ name: 'chromium', version: '146.0.1' })
    expect(chromium).toMatch(/^[0-9a-f]{32}$/)
    expect(drawnByOf({ name: 'chromium', version: '146.0.1' })).toBe(chromium)
    const others = [
      drawnByOf({ name: 'chromium', version: '146.0.2' }),
      drawnByOf({ name: 'firefox', version: '146.0.1' }),
    ]
    expect(new Set([chromium, ...others]).size).toBe(3)
  })
})
