import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import { pasInProcess } from './pas-in-process'

describe('pas moving-from', () => {
  // Without DATABASE_URL: it needs no installation.
  const cli = pasInProcess({})

  it('says for each id what is here, how well it is known, what differs on the wire, and its sources', async () => {
    const folder = await createTestFolder()
    try {
      const file = path.join(folder.path, 'clients.txt')
      await writeFile(file, 'outlook16\noutlook03\nnobody_knows\n')
      const answer = (await cli.answerOf('moving-from', 'email-on-acid', file)) as Record<string, unknown[]>
      expect(answer.clients).toEqual([
        {
          ...{ id: 'outlook16', found: 'same', their_name: 'Outlook 2016, Windows 7', code: 'OL2016' },
          name: 'Outlook 2016, Windows 10',
          confidence: expect.stringMatching(/^(measured|documented|assumed)$/) as string,
          as_of: expect.stringMatching(/^\d{4}-\d\d$/) as string,
        },
        expect.objectContaining({ id: 'outlook03', found: 'missing', code: null }),
        expect.objectContaining({ id: 'nobody_knows', found: 'unknown', their_name: null, code: null }),
      ])
      const { stdout } = await cli.pas('moving-from', 'email-on-acid', file)
      expect(stdout).toMatch(/credentials +HTTP Basic with the API key and the account password +HTTP Basic/)
      expect(stdout).toMatch(/https:\/\/github\.com\/researchgate\/emailonacid\/blob\/[\da-f]{40}\//)
      await writeFile(file, '\n')
      expect(await cli.failureOf('moving-from', 'litmus', file)).toMatchObject({ status: 2, code: 'usage' })
      expect(await cli.failureOf('moving-from', 'litmus', `${file}.not`)).toMatchObject({ status: 2 })
      expect(await cli.failureOf('moving-from', 'another', file)).toMatchObject({ status: 2 })
    } finally {
      await folder.close()
    }
  })
})
