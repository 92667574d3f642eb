import { drawIn, withHead } from '../../../../tests/draw-in-client'

const draw = (html: string) => drawIn('GMAILIOS26', html)

describe('the least line height of Gmail on iOS (email-bugs 96)', () => {
  it.each([
    ['font-size:20px;line-height:19px', true],
    ['font-size:19px;line-height:19px', false],
    ['font-size:20px;line-height:14pt', true],
    ['font-size:20px;line-height:15pt', false],
    ['line-height:0.9', true],
    ['line-height:99%', true],
    ['line-height:0.9em!important', true],
    ['line-height:1', false],
    ['line-height:100%', false],
    ['line-height:15px', true],
    ['line-height:16px', false],
    ['line-height:0', true],
    ['font-size:0;line-height:0', false],
    ['font-size:1px;line-height:1px', false],
    ['font-size:small;line-height:14px', false],
    ['font:bold 20px/19px Arial', true],
    ['font:bold 20px/1 Arial', false],
    ['line-height:calc(1px + 1em)', false],
  ])('%s becomes normal: %s', (style, isBelow) => {
    for (const html of [`<p style="${style}">x</p>`, `<div style="${style}"><b>x</b></div>`]) {
      const { message, rules } = draw(html)
      expect(message.includes('line-height:normal')).toBe(isBelow)
      expect(rules.includes('value-refused')).toBe(isBelow)
      if (isBelow) expect(message.includes('!important')).toBe(style.includes('!important'))
    }
  })

  it('is compared with the size that the element inherits', () => {
    const inside = (size: string) =>
      draw(`<div style="font-size:${size}"><b style="line-height:18px">x</b></div>`).message
    expect(inside('19px')).toContain('line-height:normal')
    expect(inside('18px')).toContain('line-height:18px')
    expect(draw('<h1 style="line-height:20px">x</h1>').message).toContain('line-height:normal')
  })

  it('is compared in a rule with the size of that rule, and nothing is changed where the size is not known', () => {
    const { styles, message } = draw(
      withHead(
        '<style>.a{font-size:20px;line-height:19px}.b{line-height:9px}.c{line-height:.9}.d{font-size:9px}</style>',
        '<p class="d" style="line-height:10px">x</p>',
      ),
    )
    expect(styles.join('').match(/line-height:normal/g)).toHaveLength(2)
    expect(styles.join('')).toMatch(/b\{line-height:9px\}/)
    expect(message).toContain('line-height:10px')
  })
})
