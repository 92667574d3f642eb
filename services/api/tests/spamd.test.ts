import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Measured, MeasuredSpam } from '@pas/email-checks/measurements'
import { noMeasurements } from '@pas/email-checks/measurements'
import type { CheckAnswer } from '@pas/email-checks/answers'
import { runChecks } from '@pas/email-checks/run-checks'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import { freePort } from '@pas/testing/free-port'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { cleanTemplates, type CleanTemplate } from '../../../packages/email-checks/tests/clean-templates'
import { measureSpam } from '../src/checks/spam/measure-spam'

const folderOfSpamd = process.env.TEST_SPAMD
const why = folderOfSpamd ? '' : ' (skipped: spamd could not be downloaded from Debian)'
const describeSpamd = folderOfSpamd ? describe : describe.skip

/** What SpamAssassin's own documentation gives for trying it out. */
const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

describeSpamd(`the check of Debian's SpamAssassin${why}`, () => {
  let folder: TestFolder
  let spamd: ChildProcess
  let port: number

  beforeAll(async () => {
    folder = await createTestFolder()
    port = await freePort()
    spamd = startSpamd(path.dirname(folderOfSpamd ?? ''), folder.path, port)
    await until('spamd answers', async () => (await measure({ plainText: 'x' }))?.status === 'done')
  })
  afterAll(async () => {
    spamd?.kill()
    if (spamd?.exitCode === null) await once(spamd, 'exit')
    await folder?.close()
  })

  const emailOf = (members: Partial<FrozenEmail>): FrozenEmail => ({
    htmlText: null,
    plainText: null,
    subject: 'Coffee from Huila',
    fromAddress: 'shop@example.com',
    fromDisplayName: 'Shop',
    ...members,
  })
  const measure = (members: Partial<FrozenEmail>): Promise<Measured<MeasuredSpam> | null> =>
    measureSpam(
      { spamd: { host: '127.0.0.1', port } },
      1,
      Buffer.from(JSON.stringify(emailOf(members))),
      AbortSignal.timeout(60_000),
    )
  const check = async (members: Partial<FrozenEmail>): Promise<CheckAnswer | undefined> => {
    const { htmlText, structure = null, ...email } = emailOf(members)
    const measurements = { ...noMeasurements, spam: await measure(members) }
    const unknown = { emailClients: [], changes: null, assets: null, lostAssets: [] }
    return runChecks({ html: htmlText, message: structure, ...email, ...unknown, measurements }, ['spam'])[0]
  }

  it('has an error for GTUBE, with its points', async () => {
    const answer = await check({ plainText: gtube })
    expect(answer).toMatchObject({ status: 'done', facts: { threshold: 5, tests: 'local', headers: 'ours' } })
    expect(answer?.facts.score).toBeGreaterThanOrEqual(1_000)
    expect(answer?.findings).toContainEqual(
      expect.objectContaining({ rule: 'spam/score', severity: 'error', where: null }),
    )
    expect(answer?.findings).toContainEqual(
      expect.objectContaining({ rule: 'spam/rule', what: 'GTUBE', detail: { score: 1_000 } }),
    )
  })

  it.each(Object.keys(cleanTemplates) as CleanTemplate[])('takes %s for no spam', async (name) => {
    const answer = await check({ htmlText: await cleanTemplates[name]() })
    expect(answer).toMatchObject({ status: 'done' })
    expect(answer?.findings.filter(({ rule }) => rule === 'spam/score')).toEqual([])
  })

  it('gives no points for what only the mail server adds, nor for the way of a copy', async () => {
    const header = [
      'Received: from localhost (HELO x) (10.0.0.1) by mx.example.org; Fri, 27 Nov 2020 10:00:00 +0000',
      'From: Shop <shop@example.com>',
      'Subject: Coffee from Huila',
    ].join('\r\n')
    const structure = { header, bodyTypes: ['text/plain'], longestLine: { octets: 76, line: 1 } }
    expect(await check({ plainText: 'Hello, this is our coffee of the month.', structure })).toMatchObject({
      facts: { score: 0, headers: 'as_sent' },
      findings: [],
    })
  })
})

/** Starts the spamd that is unpacked in `root`, for local tests alone. Its modules are looked up below `root`. */
function startSpamd(root: string, home: string, port: number): ChildProcess {
  const below = (folder: string): string[] => {
    const parent = path.join(root, folder)
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => path.join(parent, name))
  }
  const libraries = below('usr/lib').filter((one) => one.includes('-linux-gnu'))
  const modules = [
    path.join(root, 'etc/perl'),
    path.join(root, 'usr/share/perl5'),
    ...below('usr/share/perl'),
    ...libraries.flatMap((one) => {
      const inside = path.relative(root, one)
      return [
        path.join(one, 'perl-base'),
        ...below(path.join(inside, 'perl5')),
        ...below(path.join(inside, 'perl')),
      ]
    }),
  ]
  const options = [
    '--local',
    '--nouser-config',
    '--cf=use_bayes 0',
    ...['--max-children=2', '--min-children=1', '--syslog=stderr', `--listen=127.0.0.1:${port}`],
    `--configpath=${path.join(root, 'usr/share/spamassassin')}`,
    `--siteconfigpath=${path.join(root, 'etc/spamassassin')}`,
    `--helper-home-dir=${home}`,
    // As root, spamd asks for a user to become.
    ...(process.getuid?.() === 0 ? ['--username=nobody'] : []),
  ]
  // With -T, its own mode, Perl reads no PERL5LIB.
  const perl = ['-T', ...modules.map((one) => `-I${one}`), path.join(root, 'usr/sbin/spamd')]
  return spawn(path.join(root, 'bin/perl'), [...perl, ...options], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH, HOME: home },
  })
}
