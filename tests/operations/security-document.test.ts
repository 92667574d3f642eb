import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { settingsByTitle } from '@pas/settings/all-settings'
import { runPas } from '../../packages/cli/src/pas/run-pas'

const repository = path.resolve(__dirname, '../..')
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')
const text = read('docs/security.md')
const flat = text.replaceAll(/\s+/g, ' ')

/** What the document says, and the code that makes it true. */
const facts = [
  {
    says: 'results of checks: 48 hours from',
    file: 'packages/emails/src/lifetimes.ts',
    code: 'emailLifetimeMs = 48 * 60 * 60',
  },
  {
    says: '180 days from their capture',
    file: 'packages/captures/src/lifetimes.ts',
    code: 'previewLifetimeMs = 180 * 24',
  },
  {
    says: 'Subject, sender, recipients, title, preheader**: erased with the content',
    file: 'packages/emails/src/lock-emails.ts',
    code: 'subject = NULL, from_address = NULL, title = NULL, preheader = NULL',
  },
  {
    says: 'at most 180 days from the upload',
    file: 'services/api/src/shares/create-share.ts',
    code: 'latestExpiryMs = email.createdAt.getTime() + previewLifetimeMs',
  },
  {
    says: "link's row stays 30 days longer",
    file: 'packages/retention/src/remove-expired.ts',
    code: "shares: { table: 'shares', key: 'id', keptMs: 30 * 24",
  },
  {
    says: 'Messages of webhooks**: 7 days',
    file: 'packages/webhooks/src/deliveries.ts',
    code: 'deliveryLifetimeMs = 7 * 24',
  },
  {
    says: 'Sessions**: 7 days',
    file: 'services/auth/src/sessions/session-store.ts',
    code: 'sessionLifetimeMs = 7 * 24',
  },
  {
    says: 'board 24 hours without a request',
    file: 'services/board/src/sessions/session-store.ts',
    code: 'idleMs = 24 * 60 * 60',
  },
  { says: 'access 2 hours', file: 'packages/settings/src/sign-in.ts', code: 'default(7_200)' },
  {
    says: 'refresh 60 days',
    file: 'services/auth/src/token/issued-tokens.ts',
    code: 'refreshTokenLifetimeMs = 60 * dayMs',
  },
  {
    says: '365 days',
    file: 'packages/accounts/src/revoke-token-families.ts',
    code: 'familyLifetimeMs = 365 * 24',
  },
  {
    says: 'One-time links**: 24 hours',
    file: 'packages/accounts/src/one-time-links.ts',
    code: 'lifetimeMs = 24 * 60 * 60',
  },
  {
    says: '(`Idempotency-Key`): 24 hours',
    file: 'services/api/src/http/answer-once.ts',
    code: 'lifetimeMs = 24 * 60 * 60',
  },
  {
    says: 'Backups**: 7 days (`BACKUP_KEEP_DAYS`)',
    file: 'infra/backup/back-up.sh',
    code: 'keep_days=${BACKUP_KEEP_DAYS:-7}',
  },
  { says: 'without the contents of emails', file: 'infra/backup/back-up.sh', code: "--exclude '/emails/**'" },
  {
    says: 'Every minute what has expired',
    file: 'packages/settings/src/times.ts',
    code: 'RETENTION_INTERVAL_MS: { schema: wholeNumber().default(60_000)',
  },
  { says: 'argon2id (19 MiB)', file: 'packages/accounts/src/passwords.ts', code: 'memoryCost: 19_456' },
  {
    says: 'at least 8 characters',
    file: 'packages/accounts/src/passwords.ts',
    code: 'minPasswordCharacters = 8',
  },
  {
    says: '10 and 50 in 15 minutes',
    file: 'packages/settings/src/sign-in.ts',
    code: 'SIGN_IN_FAILURES_PER_ADDRESS: { schema: wholeNumber().default(50)',
  },
  { says: '256 random bits', file: 'packages/accounts/src/secrets.ts', code: 'randomBytes(32)' },
  {
    says: 'without JavaScript',
    file: 'services/render-worker/src/engines/chromium/prepared-page.ts',
    code: "'Emulation.setScriptExecutionDisabled', { value: true }",
  },
  {
    says: "under `default-src 'none'`",
    file: 'services/render-worker/src/asset-origin.ts',
    code: `"default-src 'none'"`,
  },
  { says: 'as user 10001', file: 'infra/images/Dockerfile', code: 'useradd --uid 10001' },
  { says: 'without capabilities', file: 'docker-compose.yml', code: 'cap_drop: [ALL]' },
  { says: 'HSTS of a year', file: 'packages/runtime/src/http/base-app.ts', code: 'max-age=31536000' },
  {
    says: 'install scripts are off but for a named few',
    file: 'pnpm-workspace.yaml',
    code: 'onlyBuiltDependencies',
  },
]

describe('docs/security.md', () => {
  it.each(facts)('says "$says", which $file makes true', ({ says, file, code }) => {
    expect(flat).toContain(says)
    expect(read(file)).toContain(code)
  })

  it('names only variables that something reads', () => {
    const known = new Set(Object.values(settingsByTitle).flatMap((settings) => Object.keys(settings)))
    const named = [...text.matchAll(/`([A-Z][A-Z\d_]{3,})(?:=\d)?`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(8)
    const elsewhere = `${read('docs/operations.md')}${read('infra/backup/back-up.sh')}`
    // `DELETE` is HTTP's; the backup's variables are the script's own.
    const unknown = named.filter((name) => name !== 'DELETE' && !known.has(name) && !elsewhere.includes(name))
    expect(unknown).toEqual([])
  })

  it('names only commands that exist', async () => {
    const commands = [...text.matchAll(/`bin\/pas ([a-z][a-z -]*)`/g)].map(([, words = '']) => words)
    expect(commands.length).toBeGreaterThan(6)
    for (const words of commands) {
      let help = ''
      const write = (part: string): void => void (help += part)
      const surroundings = {
        env: {},
        clone: repository,
        readIn: () => Promise.resolve(''),
        writeOut: write,
        writeError: write,
      }
      expect([words, await runPas([...words.split(' '), '--help'], surroundings)]).toEqual([words, 0])
      expect(help).toContain(`pas ${words}`)
    }
  })

  it('has the one place for the address in SECURITY.md, and for the licence in README', () => {
    expect(read('SECURITY.md').match(/^\*\*Address: .+\*\*$/gm)).toHaveLength(1)
    const { license } = JSON.parse(read('package.json')) as { license: string }
    const isGiven = existsSync(path.join(repository, 'LICENSE'))
    expect(license !== 'UNLICENSED').toBe(isGiven)
    expect(read('README.md').includes('None is given yet')).toBe(!isGiven)
  })
})
