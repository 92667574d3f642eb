import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { readStackOptions, stackFlags } from './stack-options'

const clone = '/srv/clone'

describe('the options of npm start', () => {
  it('are by default one process of each service, PAS_HOME below the clone, and port base 8443', () => {
    expect(readStackOptions([], {}, clone)).toMatchObject({
      homePath: '/srv/clone/.run',
      portBase: 8443,
      only: null,
      engines: null,
      apis: 1,
      workers: 1,
      installEngines: false,
    })
  })

  it('come from flags and environment; an empty variable counts as not set', () => {
    const options = readStackOptions(
      ['--only', 'api,render-worker', '--engines', 'text', '--api', '2', '--workers=3'],
      { PAS_HOME: '/var/pas', PAS_PORT_BASE: '9000', DATABASE_URL: '' },
      clone,
    )
    expect(options).toMatchObject({
      homePath: '/var/pas',
      portBase: 9000,
      engines: ['text'],
      apis: 2,
      workers: 3,
    })
    expect(options.only).toEqual(new Set(['api', 'render-worker']))
    expect(options.env).not.toHaveProperty('DATABASE_URL')
  })

  it.each(['--help', '-h'])('are all told by %s, which starts nothing', (flag) => {
    const start = path.resolve(__dirname, '../../../bin/start.mjs')
    // Nothing but the text: a start would say what it does, and fail without the rest of the environment.
    const said = execFileSync(process.execPath, [start, '--workers', '2', flag], {
      encoding: 'utf8',
      env: {},
    })
    expect(said).toMatch(/^npm start: the whole stack/)
    for (const name of Object.keys(stackFlags)) expect(said).toMatch(new RegExp(`^  --${name} `, 'm'))
  })

  it.each([
    [
      ['--only', 'apy'],
      {},
      "--only does not know 'apy': choose from postgres, redis, auth, api, images, board, render-worker.",
    ],
    [['--engines', 'gecko'], {}, "--engines does not know 'gecko'"],
    [['--workers', '0'], {}, '--workers takes at least 1.'],
    [['--api', 'two'], {}, '--api takes a number.'],
    [['--wokers', '2'], {}, "Unknown option '--wokers'"],
    [[], { PAS_PORT_BASE: 'x' }, 'PAS_PORT_BASE must be a port number.'],
    [[], { PAS_PORT_BASE: '65500' }, 'PAS_PORT_BASE must leave room for 50 ports.'],
  ])('are refused in one sentence: %j %j', (args, env, sentence) => {
    expect(() => readStackOptions(args, env, clone)).toThrow(sentence)
  })
})
