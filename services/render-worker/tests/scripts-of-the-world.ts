import { describeWithEngine } from '@pas/testing/engines-found'
import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import { itKeepsScriptsOnTheirLine } from './lines-of-scripts'
import { sharedEngine } from './shared-engine'
import type { TestEngine } from './test-engine'
import { startTestText } from './test-text'

/**
 * Five letters of each script in which most people of the world read and write, by Unicode's names. None of the letters
 * looks like a rectangle, which `judge` takes for the box of a missing letter.
 */
const scripts: [name: string, letters: string][] = [
  ['Latin (Vietnamese, Turkish, Polish, Romanian)', 'Ẩ ğ ł ș ÿ'],
  ['Cyrillic', 'Ж ў Щ ї њ'],
  ['Greek', 'Σ ω ή Ψ ξ'],
  ['Arabic', 'ع ب ي ش ة'],
  ['Arabic (Persian, Urdu)', 'پ ٹ ڑ گ ے'],
  ['Hebrew', 'א ש ל ץ ע'],
  ['Devanagari', 'क ष्ट्र ग् ह ॐ'],
  ['Bengali', 'ক খ ঝ শ্র ৎ'],
  ['Tamil', 'க ழ ஞ ஸ் து'],
  ['Telugu', 'క ఖ శ్రీ ఱ హ'],
  ['Gujarati', 'ક ખ શ્ર ળ જ'],
  ['Kannada', 'ಕ ಖ ಶ್ರೀ ಳ ಹ'],
  ['Malayalam', 'ക ഖ ശ്ര ഴ ൽ'],
  ['Gurmukhi', 'ਕ ਖ ਸ਼ ੜ ਹ'],
  ['Oriya', 'କ ଖ ଶ୍ର ଳ ହ'],
  ['Sinhala', 'ක ඛ ශ්‍ර ළ හ'],
  ['Thai', 'ก ฐ ษ ฬ ที่'],
  ['Lao', 'ກ ຂ ຫ ໝ ຕີ'],
  ['Khmer', 'ក ខ្មែ ឡ ហ ស្រ'],
  ['Myanmar', 'က ခ ဋ္ဌ ည န'],
  ['Tibetan', 'ཀ ཁ སྒྲ ཤ ཧ'],
  ['Ethiopic', 'አ ሽ ጨ ቋ ፓ'],
  ['Armenian', 'Ա ֆ Ջ ռ և'],
  ['Georgian', 'ა ფ ჯ ჰ Ა'],
  ['Thaana', 'ހ ށ ނ ރ ބ'],
  ['Han (simplified)', '们 这 说 为 您'],
  ['Han (traditional)', '們 這 說 為 您'],
  ['Hiragana, Katakana, Han (Japanese)', 'あ ね カ 働 込'],
  ['Hangul', '한 글 뷁 안 녕'],
  ['Mongolian', 'ᠠ ᠨ ᠭ ᠮ ᠯ'],
  ['Javanese', 'ꦲ ꦤ ꦕ ꦫ ꦏ'],
  ['Emoji', '😀 🎉 ❤️ 👍🏽 🚀'],
]
/** A code point that Unicode has not assigned, so that every engine draws its box for a missing letter. */
const noLetter = '\u0378'

type Draw = (engine: TestEngine, html: string) => Promise<Picture>
const drawn = {
  chromium: (engine, html) => engine.draw(html),
  webkit: (engine, html) => engine.draw(html),
  firefox: (engine, html) => engine.draw(html),
  thunderbird: (engine, html) => engine.drawMessage(html),
  roundcube: (engine, html) => engine.drawMessage(html),
} satisfies Record<string, Draw>
type Name = keyof typeof drawn

export function describeScripts(name: Name): void {
  describeWithEngine(name, `the scripts of the world in ${name}`, () => {
    it('are drawn as letters, in every kind of font and weight, and not as the box for a letter that no font has', async () => {
      const rows = [...scripts, ['none', `${noLetter} `.repeat(5).trim()] as const]
      const letters = rows.map(([, row]) => row.split(' '))
      // Without a table in Roundcube, whose skin styles tables.
      const html = name === 'roundcube' ? gridOf(letters) : tableOf(letters)
      const picture = await drawn[name](await sharedEngine(name), html)
      const cells = await cellsOf(picture)
      expect(cells).toHaveLength(rows.length)
      expect(cells.pop()).toContain('box')
      const lacking = cells.flatMap((row, index) => {
        const wrong = row.filter((cell) => cell !== 'letter')
        return row.length === 9 && wrong.length === 0 ? [] : [[scripts[index]?.[0], row]]
      })
      expect(lacking).toEqual([])
    })

    itKeepsScriptsOnTheirLine(async (html) => drawn[name](await sharedEngine(name), html))
  })
}

/** The tests of text. */
export function describeScriptsOfText(): void {
  it('a text is drawn in the letters of every script, too', async () => {
    const engine = await startTestText()
    const rows = [...scripts.map(([, letters]) => letters), `${noLetter} `.repeat(5).trim()]
    const text = rows.map((letters) => `${letters.replaceAll(' ', '     ')}\n\n`).join('')
    const picture = await engine.capture({ kind: 'text', text, columns: 80 }, AbortSignal.timeout(60_000))
    const bands = await bandsOf(picture, rows.length)
    expect(bands.pop()).toContain('box')
    expect(
      bands.flatMap((band, index) =>
        band.every((one) => one === 'letter') ? [] : [[scripts[index]?.[0], band]],
      ),
    ).toEqual([])
  })
}

/** The cells in the lines of a text whose every second line is empty; wide gaps separate the cells. */
async function bandsOf({ png, width }: Picture, count: number): Promise<Cell[][]> {
  const data = await sharp(png).greyscale().raw().toBuffer()
  const isInk = (x: number, y: number): boolean => (data[y * width + x] ?? 255) < 225
  return Array.from({ length: count }, (_, index) => {
    const [top, bottom] = [16 + 36 * index - 9, 16 + 36 * index + 26]
    const isInked = (x: number): boolean =>
      Array.from({ length: bottom - top + 1 }, (_unused, y) => top + y).some((y) => isInk(x, y))
    const parts: [number, number][] = []
    for (let x = 0; x < width; x += 1) {
      const last = parts.at(-1)
      if (!isInked(x)) continue
      if (last && x - last[1] < 12) last[1] = x
      else parts.push([x, x])
    }
    return parts.map(([left, right]) => judge(isInk, [left, top, right, bottom]))
  })
}

/**
 * Letter and font for each cell of a row: each letter in a sans-serif font, then three of them again without a font, in
 * a serif, a monospaced and a bold font.
 */
function cellsOfRow([first, second, third, ...others]: readonly string[]): [letter: string, style: string][] {
  const inArial = [first, second, third, ...others].map((letter) => [letter, 'font-family:Arial,sans-serif'])
  const inOthers = [
    [first, ''],
    [first, 'font-family:Georgia,serif'],
    [second, 'font-family:Courier New,monospace'],
    [third, 'font-family:Verdana;font-weight:bold'],
  ]
  return [...inArial, ...inOthers].map(([letter = '', style = '']) => [letter, style])
}

/** HTML of the rows as a table, with magenta bars between the cells. */
function tableOf(rows: readonly string[][]): string {
  const cell = ([letter, style]: [string, string]): string =>
    `<td width="56" height="56" align="center" bgcolor="#ffffff" style="background-color:#ffffff;font-size:24px;line-height:40px;${style}">${letter}</td>`
  return `<table cellspacing="4" cellpadding="0" border="0" bgcolor="#ff00ff" style="background-color:#ff00ff">${rows.map((row) => `<tr>${cellsOfRow(row).map(cell).join('')}</tr>`).join('')}</table>`
}

/** As `tableOf`, but without a table. */
function gridOf(rows: readonly string[][]): string {
  const cell = ([letter, style]: [string, string]): string =>
    `<div style="float:left;margin:4px 0 0 4px;width:56px;height:56px;overflow:hidden;text-align:center;background-color:#ffffff;font-size:24px;line-height:56px;${style}">${letter}</div>`
  return `<div style="float:left;width:544px;padding-bottom:4px;background-color:#ff00ff">${rows.map((row) => cellsOfRow(row).map(cell).join('')).join('')}</div>`
}

type Cell = 'letter' | 'box' | 'nothing'

/** What each cell of the table shows. */
async function cellsOf({ png, width, height }: Picture): Promise<Cell[][]> {
  const data = await sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const at = (x: number, y: number): [number, number, number] => {
    const offset = 3 * (y * width + x)
    return [data[offset] ?? 255, data[offset + 1] ?? 255, data[offset + 2] ?? 255]
  }
  const isBar = (x: number, y: number): boolean => {
    const [red, green, blue] = at(x, y)
    return red > 230 && green < 30 && blue > 230
  }
  const isInk = (x: number, y: number): boolean => !isBar(x, y) && Math.min(...at(x, y)) < 160
  const first = Array.from({ length: width * height }, (_, index) => index).find((index) =>
    isBar(index % width, Math.floor(index / width)),
  )
  if (first === undefined) return []
  const [left, top] = [first % width, Math.floor(first / width)]
  let right = left
  while (right + 1 < width && isBar(right + 1, top)) right += 1
  let bottom = top
  while (bottom + 1 < height && isBar(left, bottom + 1)) bottom += 1
  // Look for the bars near the cells' edges, where no letter is drawn.
  const columns = gaps(left, right, (x) => isBar(x, top + 6))
  const rows = gaps(top, bottom, (y) => isBar(left + 6, y))
  return rows.map(([fromY, toY]) =>
    columns.map(([fromX, toX]) => judge(isInk, [fromX + 1, fromY + 1, toX - 1, toY - 1])),
  )
}

/** The intervals between the bars. */
function gaps(from: number, to: number, isBar: (place: number) => boolean): [number, number][] {
  const found: [number, number][] = []
  for (let place = from; place <= to; place += 1) {
    const last = found.at(-1)
    if (isBar(place)) continue
    if (last?.[1] === place - 1) last[1] = place
    else found.push([place, place])
  }
  return found
}

/** Tells a letter from the box for a missing one, which has ink along all four sides; Gecko writes digits into it. */
function judge(
  isInk: (x: number, y: number) => boolean,
  [left, top, right, bottom]: [number, number, number, number],
): Cell {
  const ink: [number, number][] = []
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) if (isInk(x, y)) ink.push([x, y])
  if (ink.length === 0) return 'nothing'
  const xs = ink.map(([x]) => x)
  const ys = ink.map(([, y]) => y)
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const alongX = (y: number): number => ink.filter((one) => one[1] === y).length / (maxX - minX + 1)
  const alongY = (x: number): number => ink.filter((one) => one[0] === x).length / (maxY - minY + 1)
  const sides = [
    Math.max(alongX(minY), alongX(minY + 1)),
    Math.max(alongX(maxY), alongX(maxY - 1)),
    Math.max(alongY(minX), alongY(minX + 1)),
    Math.max(alongY(maxX), alongY(maxX - 1)),
  ]
  return Math.min(...sides) > 0.9 ? 'box' : 'letter'
}
