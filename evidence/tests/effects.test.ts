import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { createTestFolder } from '@pas/testing/test-folder'
import { measureEffects } from '../effects/measure-effects'
import { readTemplates, type Template } from '../effects/read-templates'

const emailClient = findEmailClient('CHROMEGMAILNEW')
if (!emailClient) throw new Error('no Gmail')

const templateOf = (html: string): Template => ({
  repository: 'owner/name',
  path: 'a.html',
  commit: '0'.repeat(40),
  sha256: createHash('sha256').update(html).digest('hex'),
  html,
})
/** Six templates with six places each. */
const templates = [1, 2, 3, 4, 5, 6].map((number) =>
  templateOf(
    `<title>${number}</title>${'<p style="cursor:help;position:fixed;mso-hide:all">x</p>'.repeat(6)}`,
  ),
)

describe('measuring effects', () => {
  it('counts the places that leave the picture as it is, and stops at the first that does not', async () => {
    const drawn: string[] = []
    const rows = await measureEffects({
      emailClient,
      templates,
      pictureName: 'picture.png',
      // A browser in which only a position is seen.
      drawer: {
        hashOf: ({ html }) => {
          drawn.push(html)
          return Promise.resolve(html.includes('position:fixed') ? 'moved' : 'plain')
        },
      },
    })
    expect(rows).toContainEqual(['declaration-unsupported', 'cursor', 36, 6, 0])
    expect(rows).toContainEqual(['declaration-unsupported', 'position', 0, 0, 6])
    expect(rows.map(([, what]) => what)).not.toContain('mso-hide')
    expect(drawn.filter((html) => html.includes('position:fixed'))).toHaveLength(1)
  })

  it('measures nothing that it cannot leave out: what becomes of the body, and files from the web', async () => {
    const drawer = { hashOf: () => Promise.resolve('same') }
    const link = '<link rel="stylesheet" href="https://x.invalid/a.css">'
    const many = Array.from({ length: 30 }, (_, number) =>
      templateOf(`<title>${number}</title>${link}<body>x`),
    )
    expect(await measureEffects({ emailClient, templates: many, pictureName: 'p', drawer })).toEqual([])
  })

  it('leaves out of the table what is met in fewer than 30 places', async () => {
    const drawer = { hashOf: () => Promise.resolve('same') }
    const few = templates.slice(0, 4)
    expect(await measureEffects({ emailClient, templates: few, pictureName: 'p', drawer })).toEqual([])
  })
})

describe('templates', () => {
  it('are refused when they are not the files of INDEX.tsv', async () => {
    const folder = await createTestFolder()
    const { sha256, commit } = templateOf('<p>x</p>')
    const write = (html: string, hash = sha256) =>
      Promise.all([
        writeFile(path.join(folder.path, 'a.html'), html),
        writeFile(
          path.join(folder.path, 'INDEX.tsv'),
          `file\trepository\tpath\tcommit\tsha256\na.html\towner/name\ta.html\t${commit}\t${hash}\n`,
        ),
      ])
    await write('<p>x</p>')
    expect(readTemplates(folder.path)).toEqual([templateOf('<p>x</p>')])
    await write('<p>y</p>')
    expect(() => readTemplates(folder.path)).toThrow('a.html is not the file of INDEX.tsv')
    await write('<p>x</p>', '')
    expect(() => readTemplates(folder.path)).toThrow('INDEX.tsv, line 2: give file')
    await folder.close()
  })
})
