/**
 * An email whose `<body>` keeps its look in a client that replaces it by a division: rules for `body` have a class
 * instead, which the body has, and attributes that only a body has become its style.
 */
export function keepBody(html: string): string {
  const styled = html.replace(
    /(<style\b[^>]*>)([^]*?)(<\/style>)/gi,
    (_all, start: string, css: string, end: string) =>
      start +
      css.replace(/(^|[\s,{}>;/])body(?=\s*[,{.:#[>+~]|\s+[.#\w*][^:;{}]*[,{])/gi, `$1.${keptBody}`) +
      end,
  )
  return styled.replace(/<body\b([^>]*)>/i, (_all, attributes: string) => {
    const colour = valueOf(attributes, 'bgcolor')
    const text = valueOf(attributes, 'text')
    const style = [
      colour === null ? '' : `background-color:${colour};`,
      text === null ? '' : `color:${text};`,
      valueOf(attributes, 'style') ?? '',
    ].join('')
    const classes = [valueOf(attributes, 'class') ?? '', keptBody].join(' ').trim()
    const others = attributes.replace(attributePattern('style'), '').replace(attributePattern('class'), '')
    return `<body${others} class="${classes}"${style === '' ? '' : ` style="${style.replaceAll('"', "'")}"`}>`
  })
}

const keptBody = 'kept-body'

const attributePattern = (name: string): RegExp =>
  new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i')

function valueOf(attributes: string, name: string): string | null {
  const [, double, single, bare] = attributePattern(name).exec(attributes) ?? []
  return double ?? single ?? bare ?? null
}
