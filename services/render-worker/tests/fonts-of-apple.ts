import { describeWithEngine } from '@pas/testing/engines-found'
import { sharedEngine } from './shared-engine'
import type { TestEngine } from './test-engine'

describeWithEngine('webkit', "fonts that Apple's clients have", () => {
  let webkit: TestEngine
  beforeAll(async () => {
    webkit = await sharedEngine('webkit')
  })

  it.each([
    ['Georgia', "'Twin of Georgia'"],
    ['-apple-system', "'Twin of San Francisco'"],
    ["'Helvetica Neue'", "'Twin of Helvetica Neue'"],
    ["'Segoe UI'", 'monospace'],
    ['Consolas', 'monospace'],
    ['Roboto', 'monospace'],
    ["'Nobody has this', Georgia", "'Twin of Georgia'"],
  ])('%s, monospace is drawn in %s', async (family, expected) => {
    const draw = (fonts: string) =>
      webkit.draw(`<!DOCTYPE html><p style="font-family:${fonts};font-size:30px">Where lines break`)
    const [{ png }, { png: wanted }] = [await draw(`${family},monospace`), await draw(expected)]
    expect(png.equals(wanted)).toBe(true)
  })
})
