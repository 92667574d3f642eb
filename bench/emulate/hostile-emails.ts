/**
 * Emails that try to cost an emulation more than their size justifies, by what they contain. Each function makes one of
 * about `length` characters.
 */
export const hostileEmails: Readonly<Record<string, (length: number) => string>> = {
  'a million gradients in a rule': (length) =>
    style(`a{background:${repeat('linear-gradient(red,blue),', length)}red}`),
  'a million gradients in an attribute': (length) =>
    `<p style="background:${repeat('linear-gradient(red,blue),', length)}red">x</p>`,
  'elements in elements': (length) => repeat('<div>', length),
  'tables in tables': (length) => repeat('<table><tr><td style="padding:1px">', length),
  'a line without a blank': (length) => `<p>${repeat('x', length)}</p>`,
  'nothing but blanks': (length) =>
    `<p>${repeat(' ', length / 3)}</p><p style="color:${repeat(' ', length / 3)}red"></p>${style(repeat(' ', length / 3))}`,
  'unclosed formatting elements': (length) => repeat('<b><i><font color=red><p>x', length),
  'text in front of tables': (length) => `<table>${repeat('x<b>y', length)}`,
  'thousands of selectors of a rule': (length) => style(`${numbered('.a#,', length)}a{color:red}`),
  'a selector of thousands of parts': (length) => style(`${repeat('.a>.b ', length)}c{color:red}`),
  'thousands of rules and elements': (length) =>
    style(numbered('.c#{color:red}', length / 2)) + numbered('<p class="c#">x</p>', length / 2),
  'thousands of rules that all elements meet': (length) =>
    style(numbered('p{margin:#px}', length / 2)) + repeat('<p>x</p>', length / 2),
  'thousands of declarations of a rule': (length) => style(`a{${numbered('margin:#px;', length)}}`),
  'thousands of declarations of an attribute': (length) =>
    `<p style="${numbered('margin:#px;', length)}">x</p>`,
  'thousands of style attributes': (length) => numbered('<p style="color:red;margin:#px">x</p>', length),
  'thousands of style elements': (length) => numbered('<style>.a#{color:red}</style>', length),
  'thousands of attributes': (length) => `<p ${numbered('a#=b ', length)}>x</p>`,
  'thousands of classes': (length) => `<p class="${numbered('c# ', length)}">x</p>`,
  'thousands of media queries': (length) =>
    style(`@media ${repeat('screen and (max-width:1px),', length)}print{a{color:red}}`),
  'thousands of at-rules': (length) => style(numbered('@media(max-width:#px){a{color:red}}', length)),
  'brackets that close nothing': (length) =>
    style(repeat('}', length)) + `<p style="${repeat('}', length)}">x`,
  'brackets that nothing closes': (length) =>
    style(repeat('a{', length / 2)) + style(repeat('(', length / 2)),
  'comments that nothing closes': (length) => style(repeat('/*', length / 2)) + repeat('<!--', length / 2),
  'conditions that nothing closes': (length) => repeat('<!--[if mso]>x', length),
  conditions: (length) => repeat('<!--[if (gte mso 9)|(IE)]><table><tr><td><![endif]-->', length),
  'a condition of thousands of brackets': (length) => `<!--[if ${repeat('(', length)}mso]>x<![endif]-->`,
  VML: (length) =>
    repeat(
      '<!--[if mso]><v:rect fillcolor="red" style="width:9px"><v:fill src="a.png"/><v:textbox>x</v:textbox></v:rect><![endif]-->',
      length,
    ),
  'what might be addresses': (length) =>
    `<p>${repeat('www.', length / 3)} ${repeat('a@', length / 3)} ${repeat('http://', length / 3)}</p>`,
  'what might be numbers and dates': (length) =>
    `<p>${repeat('1-', length / 3)} ${repeat('1 ', length / 3)} ${repeat('12:', length / 3)}</p>`,
  'what might be entities': (length) => `<p>${repeat('&', length / 2)}${repeat('&am', length / 2)}</p>`,
  'quotes that nothing closes': (length) => style(repeat('a{b:"', length / 2)) + repeat('<p a="', length / 2),
  'addresses that nothing closes': (length) => style(repeat('a{b:url(', length)),
  'tags that nothing closes': (length) => repeat('<head ', length / 2) + repeat('<base ', length / 2),
  'a condition of blanks': (length) => `<!--[if${repeat(' ', length)}`,
  'rules for descendants of nothing': (length) =>
    style(numbered('.x p{margin:#px}', length / 2)) + repeat('<p>x</p>', length / 2),
  'values that fit no grammar': (length) =>
    numbered(`<p style="background:${repeat('url(a) top left/1px,', 240)}x#">x</p>`, length),
  links: (length) => numbered('<a href="https://x.example/#">x</a>', length),
  images: (length) => numbered('<img src="https://x.example/#.png" width="9" alt="x">', length),
  'exclamation marks': (length) =>
    style(`a{color:red ${repeat('!', length / 2)}}`) +
    `<p style="color:red${repeat(' !important', length / 2)}">x`,
  'var() of var()': (length) => style(`a{color:${repeat('var(--a,red) ', length)}}`),
}

const style = (css: string): string => `<style>${css}</style><p class="a">x</p>`
const repeat = (piece: string, length: number): string => piece.repeat(length / piece.length)
/**
 * Repeats a piece up to `length` characters, with a running number in place of `#`, so that every piece is different.
 */
const numbered = (piece: string, length: number): string => {
  const pieces = Array.from({ length: Math.floor(length / (piece.length + 3)) }, (_, index) =>
    piece.replaceAll('#', String(index)),
  )
  return pieces.join('')
}
