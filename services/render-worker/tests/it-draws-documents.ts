import sharp from 'sharp'
import { pixel } from './test-chromium'
import type { TestEngine } from './test-engine'

const red = '#ff0000'
const blue = '#0000ff'
const white = '#ffffff'

/** The tests of what the picture of a document shows, for an engine that draws HTML; `engineOf` is called in each. */
export function itDrawsDocuments(engineOf: () => Pick<TestEngine, 'draw'>): void {
  it('shows each element at its place', async () => {
    const picture = await engineOf().draw(
      '<body style="margin:0"><div style="position:absolute;left:100px;top:900px;width:50px;height:50px;background:#f00">',
    )
    expect(picture).toMatchObject({ width: 600, height: 950, truncated: false })
    expect(await sharp(picture.png).metadata()).toMatchObject({ format: 'png', width: 600, height: 950 })
    expect(await pixel(picture, 101, 901)).toBe(red)
    expect(await pixel(picture, 148, 948)).toBe(red)
    expect(await pixel(picture, 98, 901)).toBe(white)
    expect(await pixel(picture, 152, 901)).toBe(white)
  })

  it('shows elements that have only the names of others', async () => {
    const picture = await engineOf().draw(
      '<body style="margin:0"><math><svg></svg></math><svg><marquee></marquee><input type="date" /></svg>' +
        '<div style="position:absolute;left:0;top:100px;width:50px;height:50px;background:#f00">',
    )
    expect(await pixel(picture, 25, 125)).toBe(red)
  })

  it('is the border box of the element to capture, wherever that is', async () => {
    const picture = await engineOf().draw(
      '<body style="margin:0;background:#00f"><div style="height:1500px"></div><div id="m" style="margin-left:37px;width:200px;height:90px;border:5px solid #f00;background:#fff">',
      { captureSelector: '#m' },
    )
    expect(picture).toMatchObject({ width: 210, height: 100 })
    expect(await pixel(picture, 0, 0)).toBe(red)
    expect(await pixel(picture, 209, 99)).toBe(red)
    expect(await pixel(picture, 100, 50)).toBe(white)
  })

  it('is zoomed out, where the client does that, until the widest element fits; media queries and fluid widths see the screen', async () => {
    const picture = await engineOf().draw(
      `<style>body{margin:0}#m{background:#fff}@media (width:600px){.seen{background:#00f;height:100px}}</style>
      <div id="m"><div class="seen"></div><div style="width:1200px;height:100px;background:#f00"></div></div>`,
      { captureSelector: '#m', tooWide: 'scaled' },
    )
    expect(picture).toMatchObject({ width: 600, height: 100 })
    expect(await pixel(picture, 598, 48)).toBe(blue)
    expect(await pixel(picture, 598, 98)).toBe(red)
    const fluid = await engineOf().draw(
      '<style>body{margin:0}</style><div id="m"><div style="width:1200px;max-width:100%;height:100px;background:#f00">',
      { captureSelector: '#m', tooWide: 'scaled' },
    )
    expect(fluid).toMatchObject({ width: 600, height: 100 })
  })

  it('is zoomed out as a whole page, also when the page is as high as the screen', async () => {
    const picture = await engineOf().draw(
      `<!DOCTYPE html><style>html,body{height:100%;margin:0}</style>
      <div style="width:1200px;height:3000px;background:#f00"></div>`,
      { tooWide: 'scaled' },
    )
    expect(picture).toMatchObject({ width: 600, height: 1500 })
    expect(await pixel(picture, 598, 1498)).toBe(red)
  })
}
