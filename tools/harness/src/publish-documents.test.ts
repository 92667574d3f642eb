import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publishDocuments } from './publish-documents'

describe('the documents of a benchmark', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pas-publish-'))
  const [from, docs] = [path.join(folder, 'written'), path.join(folder, 'clone', 'docs')]
  const effects = path.join(folder, 'clone', 'packages', 'email-clients', 'src', 'effects')
  beforeAll(() => {
    mkdirSync(from)
    mkdirSync(path.join(docs, 'images'), { recursive: true })
    mkdirSync(path.join(docs, 'clients', 'pictures'), { recursive: true })
    mkdirSync(effects, { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('replace those in the clone', () => {
    writeFileSync(path.join(docs, 'fidelity.md'), 'old')
    writeFileSync(path.join(from, 'fidelity.md'), 'new')
    publishDocuments(from, path.dirname(docs))
    expect(readFileSync(path.join(docs, 'fidelity.md'), 'utf8')).toBe('new')
    expect(existsSync(path.join(from, 'fidelity.md'))).toBe(false)
  })

  it('have their pictures in a folder of their own', () => {
    writeFileSync(path.join(from, 'sheet.jpg'), 'picture')
    publishDocuments(from, path.dirname(docs))
    expect(readFileSync(path.join(docs, 'images', 'sheet.jpg'), 'utf8')).toBe('picture')
  })

  it("go beside the email clients' pages when they are named after a client's code", () => {
    writeFileSync(path.join(from, 'OL2016.jpg'), 'picture')
    writeFileSync(path.join(from, 'pictures.json'), '{}')
    publishDocuments(from, path.dirname(docs))
    expect(readFileSync(path.join(docs, 'clients', 'pictures', 'OL2016.jpg'), 'utf8')).toBe('picture')
    expect(readFileSync(path.join(docs, 'clients', 'pictures.json'), 'utf8')).toBe('{}')
  })

  it('go into the code when they are the table of measured effects', () => {
    writeFileSync(path.join(from, 'measured-effects.generated.json'), '{}')
    publishDocuments(from, path.dirname(docs))
    expect(readFileSync(path.join(effects, 'measured-effects.generated.json'), 'utf8')).toBe('{}')
  })

  it('are plain documents and pictures only: no symbolic links, no files of another kind', () => {
    writeFileSync(path.join(folder, 'secret'), 'secret')
    symlinkSync(path.join(folder, 'secret'), path.join(from, 'link.md'))
    writeFileSync(path.join(from, 'script.sh'), '')
    publishDocuments(from, path.dirname(docs))
    expect([existsSync(path.join(docs, 'link.md')), existsSync(path.join(docs, 'script.sh'))]).toEqual([
      false,
      false,
    ])
  })

  it('may be missing', () => {
    expect(() => publishDocuments(path.join(folder, 'nothing'), path.dirname(docs))).not.toThrow()
  })
})
