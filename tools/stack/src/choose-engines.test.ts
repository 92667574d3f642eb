import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { itInLongRun } from '@pas/testing/long-run'
import { createTestFolder } from '@pas/testing/test-folder'
import { chooseEngines } from './choose-engines'
import { resolveIdentity } from './resolve-identity'

/** The environment of a machine on which no engine can be found. */
const bare = { PATH: '/nowhere', FIREFOX_PATH: '/nowhere/firefox', THUNDERBIRD_PATH: '/nowhere/thunderbird' }

describe('the engines that npm start runs', () => {
  const identity = resolveIdentity()
  const { signal } = new AbortController()
  let printed: string[]
  beforeEach(() => {
    printed = []
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed.push(String(text))
      return true
    })
  })
  afterEach(() => jest.restoreAllMocks())

  it('are Chromium, text and every other engine found; for each missing one it says what is missing and what to type', async () => {
    const engines = await chooseEngines(
      { engines: null, installEngines: false, signal },
      { env: bare, identity },
    )
    expect(engines.slice(0, 2)).toEqual(['chromium', 'text'])
    for (const engine of ['webkit', 'firefox', 'thunderbird'] as const) {
      expect(engines).not.toContain(engine)
      const lines = printed.filter((line) => line.includes(`without ${engine} `))
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(
        /\d email clients? are unavailable; to have them, type 'apt-get install .*' as root, or start with --install-engines/,
      )
    }
  })

  it('are the named ones, and the start fails when one of them is missing', async () => {
    expect(
      await chooseEngines({ engines: ['text'], installEngines: false, signal }, { env: bare, identity }),
    ).toEqual(['text'])
    expect(printed).toEqual([])
    await expect(
      chooseEngines(
        { engines: ['chromium', 'firefox'], installEngines: false, signal },
        { env: bare, identity },
      ),
    ).rejects.toThrow(
      /^The engine 'firefox' is not on this machine \(there is no \/nowhere\/firefox\): type 'apt-get install --no-install-recommends firefox-esr' as root/,
    )
  })

  itInLongRun(
    'include an engine that takes long to say its version on a busy machine',
    async () => {
      const folder = await createTestFolder()
      const firefox = path.join(folder.path, 'firefox')
      writeFileSync(firefox, '#!/bin/sh\nsleep 12\necho Mozilla Firefox 153.7.0esr\n')
      chmodSync(firefox, 0o755)
      const env = { ...bare, PATH: process.env.PATH, FIREFOX_PATH: firefox }
      expect(
        await chooseEngines({ engines: ['firefox'], installEngines: false, signal }, { env, identity }),
      ).toEqual(['firefox'])
      await folder.close()
    },
    30_000,
  )
})
