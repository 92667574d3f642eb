import { drawIn } from '../../../../../tests/draw-in-client'
import { drawWithSteps } from '../../../../../tests/draw-with-steps'
import { unwrapOfficeElements } from './unwrap-office-elements'
import { wordVml } from './word-vml'

const declared = 'xmlns:v="urn:schemas-microsoft-com:vml"'
const draw = (inBody: string, images: 'allowed' | 'blocked' = 'allowed', attributes = declared) =>
  drawWithSteps(
    [...wordVml(2019), unwrapOfficeElements],
    `<html ${attributes}><body>${inBody}</body></html>`,
    {
      images,
    },
  )
const body = (inBody: string) => draw(inBody).body
const frozen = (name: string) => `url(&quot;http://assets.invalid/frozen/https%3A%2F%2Fx.y%2F${name}&quot;)`
const decoded = (text: string) => text.replace(/%[\dA-F]{2}/g, decodeURIComponent)
const rect = (attributes: string, content = '', style = 'width:90px;height:30px') =>
  `<v:rect style="${style}" ${attributes}>${content}</v:rect>`

describe('VML as Word draws it', () => {
  it('is drawn if its namespace is declared, with any prefix and in any letter case', () => {
    const drawn = body(rect('fillcolor="red"'))
    expect(drawn).toContain('width:90px;height:30px')
    expect(
      draw(
        '<X:Rect FillColor="red" style="WIDTH:90px;Height:30px"></X:Rect>',
        'allowed',
        'xmlns:x="urn:schemas-microsoft-com:vml"',
      ).body,
    ).toBe(drawn)
    expect(
      draw(`<v:rect ${declared} style="width:90px;height:30px" fillcolor="red"></v:rect>`, 'allowed', '')
        .body,
    ).toBe(drawn)
  })

  it('is not drawn without a declared namespace, and its text stays', () => {
    const { body: shown, rules } = draw(
      rect('', '<v:fill src="https://x.y/a.png"/><v:textbox>text</v:textbox>'),
      'allowed',
      '',
    )
    expect(shown).toBe('text')
    expect(rules).toEqual([])
  })

  it('closes tags that end in />, so that they do not contain what follows', () => {
    expect(body('<v:image style="width:9px" src="https://x.y/a.png"/><p>after</p>')).toMatch(
      /<\/span><p>after<\/p>$/,
    )
    expect(body(rect('', '<v:fill color="red"/><v:textbox>text</v:textbox>'))).toBe(
      body(rect('', '<v:fill color="red"></v:fill><v:textbox>text</v:textbox>')),
    )
  })

  it('leaves a fill and an image empty, even with stray end tags', () => {
    const textbox = '<v:textbox>text</v:textbox>'
    expect(body(rect('', `<v:fill color="red"/>${textbox}</v:fill>`))).toBe(
      body(rect('', `<v:fill color="red"></v:fill>${textbox}`)),
    )
    const image = '<v:image style="width:9px" src="https://x.y/a.png"'
    expect(body(`${image}/>${rect('', textbox)}</v:image>`)).toBe(
      body(`${image}></v:image>${rect('', textbox)}`),
    )
  })

  it('has styles that no rule of the email changes', () => {
    const elements = [...body(rect('', '<v:textbox>x</v:textbox>')).matchAll(/<span style="([^"]*)"/g)]
    expect(elements.length).toBeGreaterThan(2)
    for (const [, style] of elements) expect(style).toMatch(/^all:unset;box-sizing:border-box;/)
  })

  it.each([
    ['90', 'width:90px'],
    ['90px', 'width:90px'],
    ['75pt', 'width:100px'],
    ['1in', 'width:96px'],
    ['2.54cm', 'width:96px'],
    ['25.4mm', 'width:96px'],
    ['50%', 'width:50%'],
    ['9px;mso-width-percent:1000', 'width:100%'],
    ['9px;mso-width-percent:500', 'width:50%'],
  ])('reads the width %s as %s', (width, shown) => {
    expect(body(rect('', '', `width:${width}`))).toContain(shown)
  })
})

describe('the colour and the line of a shape', () => {
  const layers = (attributes: string, content = '') =>
    [...body(rect(attributes, content)).matchAll(/position:absolute;inset:([^"]*)"/g)].map(
      ([, style = '']) => style,
    )
  const nothing: string[] = []

  it('are white and a black pixel by default', () => {
    expect(layers('')).toEqual(['0;background:#ffffff', '-0.5px;border:1px solid #000000'])
  })

  it.each(['f', 'F', 'false', 'False', '0'])('are none with %s', (no) => {
    expect(layers(`fill="${no}" stroke="${no}"`)).toEqual(nothing)
    expect(layers(`filled="${no}" stroked="${no}"`)).toEqual(nothing)
    expect(layers('', `<v:fill on="${no}"/><v:stroke on="${no}"/>`)).toEqual(nothing)
  })

  it.each(['t', 'T', 'true', 'TRUE', '1'])('are there with %s', (yes) => {
    expect(layers(`fill="${yes}" stroke="${yes}"`)).toHaveLength(2)
  })

  it.each([
    ['fillcolor="red" stroke="f"', '', '0;background:red'],
    ['fillcolor="#4f81bd [3204]" stroke="f"', '', '0;background:#4f81bd'],
    ['fillcolor="ff0000" stroke="f"', '', '0;background:#ff0000'],
    ['fillcolor="red" stroke="f"', '<v:fill color="blue"/>', '0;background:blue'],
    [
      'stroke="f"',
      '<v:fill color="blue" opacity=".5"/>',
      '0;background:color-mix(in srgb,blue 50%,transparent)',
    ],
    [
      'stroke="f"',
      '<v:fill color="blue" opacity="32768f"/>',
      '0;background:color-mix(in srgb,blue 50%,transparent)',
    ],
    [
      'stroke="f"',
      '<v:fill type="gradient" color="red" color2="blue"/>',
      '0;background:linear-gradient(180deg,red,blue)',
    ],
    [
      'stroke="f"',
      '<v:fill type="gradient" color="red" color2="blue" angle="90"/>',
      '0;background:linear-gradient(270deg,red,blue)',
    ],
    [
      'stroke="f"',
      '<v:fill type="gradient" color="red" color2="blue" focus="100%"/>',
      '0;background:linear-gradient(180deg,blue,red)',
    ],
    [
      'stroke="f"',
      '<v:fill type="gradient" color="red" color2="blue" focus="50%"/>',
      '0;background:linear-gradient(180deg,red,blue 50%,red)',
    ],
    [
      'stroke="f"',
      '<v:fill type="gradientRadial" color="red" color2="blue" focusposition=".5,50%"/>',
      '0;background:radial-gradient(farthest-corner at 50% 50%,blue,red)',
    ],
    ['fill="f" strokecolor="red" strokeweight="3pt"', '', '-2px;border:4px solid red'],
    ['fill="f"', '<v:stroke color="red" weight="2px" dashstyle="dash"/>', '-1px;border:2px dashed red'],
    ['fill="f"', '<v:stroke dashstyle="dot"/>', '-0.5px;border:1px dotted #000000'],
  ])('of %s with %s', (attributes, content, layer) => {
    expect(layers(attributes, content)).toEqual([layer])
  })

  it.each([['fillcolor="none"'], ['fillcolor="red;position:fixed"'], ['fillcolor="url(https://x.y)"']])(
    'is none when it is %s',
    (attribute) => {
      expect(layers(`${attribute} stroke="f"`)).toEqual(nothing)
    },
  )
})

describe('the picture of a fill', () => {
  const background = (fill: string) =>
    /background:(url.*?\)[^;"]*)/.exec(
      body(rect('stroke="f"', `<v:fill src="https://x.y/a.png" ${fill}/>`)),
    )?.[1]

  it.each([
    ['type="tile"', '0% 0%/auto repeat'],
    ['type="tile" color="red"', '0% 0%/auto repeat red'],
    ['type="tile" position=".5,0" origin=".5,0"', '50% 0%/auto repeat'],
    ['type="tile" size="20pt,30px"', '0% 0%/26.667px 30px repeat'],
    ['type="frame"', '50% 50%/100% 100% no-repeat'],
    ['type="frame" aspect="atleast" size="1,1"', '50% 50%/cover no-repeat'],
    ['type="FRAME" aspect="atMost"', '50% 50%/contain no-repeat'],
    ['type="frame" size="10px,20px"', '50% 50%/10px 20px no-repeat'],
    ['type="frame" position="-.5,.5" origin="-.5,.5"', '0% 100%/100% 100% no-repeat'],
  ])('%s', (fill, css) => {
    expect(background(fill)).toBe(`${frozen('a.png')} ${css}`)
  })

  it.each([
    ['OL2016', 'true', true],
    ['OL365', 'true', true],
    ['OL2013', 'true', false],
    ['OL365', 'false', false],
  ])('can collapse in %s if the shape is as high as its text, %s: %s', (code, fits, canCollapse) => {
    const shape = rect(
      'stroke="f"',
      `<v:fill type="frame" src="https://x.y/a.png"/><v:textbox style="mso-fit-shape-to-text:${fits}"><div>x</div></v:textbox>`,
    )
    const { rules } = drawIn(code, `<html ${declared}><body>${shape}</body></html>`)
    expect(rules.includes('vml-background-can-collapse')).toBe(canCollapse)
  })

  it('shows a picture that came with the message with images off', () => {
    const { body: shown } = draw(rect('', '<v:fill type="frame" src="cid:a@b"/>'), 'blocked')
    expect(shown).toContain('cid%3A')
  })

  it('is none in a fill of one colour, and none with images off, where the colour stays', () => {
    expect(background('')).toBeUndefined()
    const { body: shown, rules } = draw(
      rect('stroke="f"', '<v:fill type="frame" src="https://x.y/a.png" color="red"/>'),
      'blocked',
    )
    expect(shown).toContain('background:red')
    expect(shown).not.toContain('url(')
    expect(rules).toEqual(['image-blocked', 'vml-drawn'])
  })
})

describe('the forms of shapes', () => {
  it.each([
    ['arcsize="10%"', '3px'],
    ['arcsize=".1"', '3px'],
    ['arcsize="6554f"', '3px'],
    ['', '6px'],
    ['arcsize="90%"', '15px'],
  ])('a roundrect with %s has corners of %s', (arcsize, radius) => {
    expect(body(`<v:roundrect stroke="f" style="width:90px;height:30px" ${arcsize}/>`)).toContain(
      `border-radius:${radius}`,
    )
  })

  it('an oval is round', () => {
    expect(body('<v:oval style="width:9px;height:9px"/>')).toContain('border-radius:50%')
  })

  it.each([
    ['m0,0l100,0,50,80xe', 'M0 0L100 0L50 80Z'],
    ['m 10,20 l 100,, 50,80 x e', 'M10 20L100 0L50 80Z'],
    ['m,l100,0c1,2,3,4,5,6e', 'M0 0L100 0C1 2 3 4 5 6'],
    ['m1,1r5,5x', 'M1 1l5 5Z'],
  ])('the path %s is drawn as %s', (path, svg) => {
    const shown = body(`<v:shape style="width:9px;height:9px" coordsize="100,80" path="${path}"/>`)
    expect(decoded(shown)).toContain(`viewBox="0 0 100 80" preserveAspectRatio="none"><path d="${svg}"`)
  })

  it.each([['m0,0ar1,2,3,4e'], ['m@0,@1l3,4xe'], ['l1,1'], ['']])(
    'the path %s is not drawn, which is reported',
    (path) => {
      const { body: shown, rules } = draw(
        `<v:shape style="width:9px" path="${path}"><v:textbox>t</v:textbox></v:shape>`,
      )
      expect(shown).toBe('t')
      expect(rules).toEqual(['vml-not-drawn'])
    },
  )

  it('a shape has the path of its type, or is one of Word’s own', () => {
    const type = '<v:shapetype id="_x0000_t99" coordsize="50,50" path="m0,0l50,50xe"></v:shapetype>'
    const shape = '<v:shape type="#_x0000_t99" style="width:9px;height:9px"/>'
    expect(decoded(body(type + shape))).toContain('viewBox="0 0 50 50"')
    expect(body('<v:shape type="#_x0000_t202" style="width:90px;height:30px"/>')).toBe(body(rect('')))
  })

  it('a line goes from one point to another', () => {
    const shown = decoded(body('<v:line from="10px,0" to="110px,30px" strokecolor="red"/>'))
    expect(shown).toContain('width:100px;height:30px')
    expect(shown).toContain('<path d="M0 0L100 30" fill="none" stroke="red"')
  })

  it('a group places its shapes in its own coordinates', () => {
    const shape = '<v:rect stroke="f" style="left:500;top:250;width:250;height:125"/>'
    expect(
      body(`<v:group style="width:200px;height:100px" coordsize="1000,500">${shape}</v:group>`),
    ).toContain('position:absolute;left:50%;top:50%;width:25%;height:25%')
    expect(
      body(
        `<v:group style="width:200px;height:100px" coordorigin="500,250" coordsize="1000,500">${shape}</v:group>`,
      ),
    ).toContain('left:0%;top:0%;')
  })

  it('an image is its picture, in its size; with images off only its space stays', () => {
    const image = '<v:image src="https://x.y/a.png" alt="A" style="width:90px;height:30px"/>'
    expect(body(image)).toContain('<img src="http://assets.invalid/frozen/https%3A%2F%2Fx.y%2Fa.png" alt="A"')
    const { body: blocked } = draw(image, 'blocked')
    expect(blocked).not.toContain('<img')
    expect(blocked).toContain('width:90px;height:30px')
    const shape =
      '<v:shape type="#_x0000_t75" style="width:90px;height:30px"><v:imagedata src="https://x.y/a.png"/></v:shape>'
    expect(body(shape)).toContain('<img')
  })

  it('an unknown shape is removed and reported, and its text stays', () => {
    const { body: shown, changes } = draw('<v:arc style="width:9px"><v:textbox><b>x</b></v:textbox></v:arc>')
    expect(shown).toBe('<b>x</b>')
    expect(changes).toMatchObject([{ rule: 'vml-not-drawn', what: '<v:arc>', where: { line: 1 } }])
  })
})

describe('the text of a shape', () => {
  const text = (attributes: string, style: string, shapeStyle = 'width:90px;height:30px') =>
    /position:relative;display:flex;([^"]*)"/.exec(
      body(rect('', `<v:textbox ${attributes} style="${style}">x</v:textbox>`, shapeStyle)),
    )?.[1]

  it.each([
    ['', '4.8px 9.6px 4.8px 9.6px'],
    ['inset="0,0,0,0"', '0px 0px 0px 0px'],
    ['inset="1pt,2px,,4px"', '2px 9.6px 4px 1.333px'],
    ['inset="10px"', '4.8px 9.6px 4.8px 10px'],
  ])('with %s is inside by %s', (inset, padding) => {
    expect(text(inset, '')).toContain(`padding:${padding}`)
  })

  it.each([
    ['', 'flex-start'],
    ['middle', 'safe center'],
    ['bottom', 'safe flex-end'],
  ])('stands at the %s of the shape', (anchor, css) => {
    expect(text('', '', `width:9px;height:9px;v-text-anchor:${anchor}`)).toContain(`justify-content:${css}`)
  })

  it('is cut off by the shape’s height, unless the shape fits it', () => {
    expect(text('', '')).toContain('overflow:hidden')
    expect(text('', 'mso-fit-shape-to-text:true')).not.toContain('overflow')
    const fitting = body(rect('', '<v:textbox style="MSO-FIT-SHAPE-TO-TEXT:T">x</v:textbox>'))
    expect(fitting).toContain('width:90px"')
    expect(fitting).not.toContain('height:30px')
  })

  it('can be in the shape itself, and the shape can be a link', () => {
    const button =
      '<v:roundrect href="https://x.y/" style="height:40px;v-text-anchor:middle;width:200px" arcsize="10%" stroke="f" fillcolor="#d62828"><w:anchorlock/><center>Go</center></v:roundrect>'
    expect(body(button)).toMatch(
      /^<a style="[^"]*width:200px;height:40px[^"]*" href="https:\/\/x.y\/">.*<center>Go<\/center>.*<\/a>$/,
    )
  })

  it('keeps links of its own', () => {
    const shown = body(rect('href="https://x.y/"', '<v:textbox><a href="https://x.z/">x</a></v:textbox>'))
    expect(shown).not.toContain('https://x.y/')
    expect(shown).toContain('<a href="https://x.z/">x</a>')
  })
})

describe('the place of a shape', () => {
  it('with position:absolute it is at the upper left corner of its paragraph and takes no room', () => {
    const shown = body(
      '<p>a</p><img src="https://x.y/b.png"><v:rect style="position:absolute;left:5px;margin-top:7px;width:9px;height:9px"/>text',
    )
    expect(shown).toMatch(
      /^<p>a<\/p><span style="[^"]*display:block;position:relative;height:0"><span style="[^"]*left:5px;top:7px[^"]*">.*<\/span><\/span><img /,
    )
  })

  it.each([
    ['center', 'left:0;right:0;margin-left:auto;margin-right:auto'],
    ['right', 'right:0'],
    ['left', 'left:0px'],
  ])('with mso-position-horizontal:%s it is there on its line', (side, style) => {
    const shown = body(rect('', '', `position:absolute;width:9px;height:9px;mso-position-horizontal:${side}`))
    expect(shown).toContain(`position:absolute;width:9px;height:9px;${style};top:0px;z-index:1"`)
  })

  it('v:background is the background of the page', () => {
    const { page, body: shown } = draw(
      '<div><v:background fill="t"><v:fill type="tile" src="https://x.y/a.png" color="#7bceeb"/></v:background>x</div>',
    )
    expect(page).toContain(
      '<body bgcolor="#7bceeb" background="http://assets.invalid/frozen/https%3A%2F%2Fx.y%2Fa.png">',
    )
    expect(shown).toContain('>x</div>')
  })

  it('v:background is not hidden by the colour of the element around it', () => {
    const { message } = drawIn(
      'OL2016',
      `<html ${declared}><body><div style="background-color:#7bceeb;color:red">` +
        '<v:background fill="t"><v:fill type="tile" src="https://x.y/a.png"/></v:background>x</div></body></html>',
    )
    expect(message).toBe('<div style="color:red;background-color:transparent">x</div>')
  })

  it.each([
    ['', 'z-index:1'],
    [';z-index:0', 'z-index:1'],
    [';z-index:5', 'z-index:6'],
    [';z-index:-3', 'z-index:-3'],
  ])('with %j it is behind the text, or in front of everything in it', (own, style) => {
    expect(body(rect('', '', `position:absolute;width:9px;height:9px${own}`))).toContain(`;${style}"`)
  })
})

describe('Word’s own elements', () => {
  it.each([
    ['<o:p>x</o:p>', 'x'],
    ['<o:p>&nbsp;</o:p>', '&nbsp;'],
    ['<w:sdt>x</w:sdt>', 'x'],
    [
      '<xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>x',
      'x',
    ],
    ['<w:WordDocument><w:View>Normal</w:View></w:WordDocument>x', 'x'],
    ['<o:lock v:ext="edit"/>x', 'x'],
    ['<xml><p>never closed', '<p>never closed</p>'],
  ])('%s shows %s', (sent, shown) => {
    expect(body(sent)).toBe(shown)
  })
})
