import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(__dirname, '..')

/** What people read: pages and mails. */
const files = globSync('{services/{auth,board},packages/{mail,pages}}/src/**/*.{ts,tsx}', { cwd: root })

describe('German texts', () => {
  it('have one word for an email client: E-Mail-Programm', () => {
    const otherWords =
      /\bE-?Mail-Client|\bMail-?[Cc]lient|\bMailprogramm|(?<!E-)\bMail-Programm|\b(das|dem|den|der|des|die|ein|eines?|kein) Clients?\b/g
    const found = files.map((file) => [file, readFileSync(path.join(root, file), 'utf8').match(otherWords)])
    expect(found.filter(([, words]) => words !== null)).toEqual([])
    expect(files).toContain('services/auth/src/settings/clients-texts.ts')
  })
})
