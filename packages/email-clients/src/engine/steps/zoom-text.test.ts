import { drawWithSteps } from '../../../tests/draw-with-steps'
import { drawIn } from '../../../tests/draw-in-client'
import { zoomText } from './zoom-text'

describe('the zoom of text', () => {
  it.each([
    ['font-size:16px', 'font-size:17.12px'],
    ['line-height:20px', 'line-height:21.4px'],
    ['font:italic 10pt/15px Arial', 'font:italic 10.7pt/16.05px Arial'],
    ['font-size:small', 'font-size:13.91px'],
    ['font-size:calc(10px + 1em)', 'font-size:calc(10.7px + 1em)'],
    ['font-size:0', 'font-size:0'],
    ['font-size:1.2em', 'font-size:1.2em'],
    ['line-height:1.5', 'line-height:1.5'],
    ['width:100px', 'width:100px'],
    ['padding:10px', 'padding:10px'],
  ])('draws %s as %s', (sent, drawn) => {
    expect(
      drawWithSteps([zoomText(1.07, 'engineering default: of the test')], `<p style="${sent}">x</p>`).body,
    ).toContain(`<p style="${drawn}">`)
  })

  it.each([
    ['ANDROID6', true],
    ['ANDROIDGMAILIMAP', true],
    ['ANDROIDGMAILAPP', true],
    ['ANDROID11GMAILAPP', false],
    ['GMAILMOBILEWEB', false],
  ])('is there in %s: %s', (code, isZoomed) => {
    const { message, rules } = drawIn(code, '<p style="font-size:16px">x</p>')
    expect(message.includes('17.12px')).toBe(isZoomed)
    expect(rules.includes('text-zoomed')).toBe(isZoomed)
  })
})
