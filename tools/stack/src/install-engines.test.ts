import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installEngines } from './install-engines'

describe('installing engines', () => {
  const { signal } = new AbortController()
  const folder = mkdtempSync(path.join(tmpdir(), 'pas-install-'))
  afterEach(() => jest.restoreAllMocks())
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The environment of a machine on which dpkg-query prints this status for every package. */
  function machineWith(status: string): NodeJS.ProcessEnv {
    writeFileSync(path.join(folder, 'dpkg-query'), `#!/bin/sh\nprintf '${status}'\n`)
    chmodSync(path.join(folder, 'dpkg-query'), 0o755)
    return { PATH: folder }
  }

  it('fails with the line to type when it is not run as root', async () => {
    const env = machineWith('unknown ok not-installed')
    jest.spyOn(process, 'getuid').mockReturnValue(1000)
    await expect(installEngines(['text', 'firefox'], env, signal)).rejects.toThrow(
      "Installing engines needs root. Type: sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends w3m lynx firefox-esr'",
    )
  })

  it('does nothing when everything is installed', async () => {
    const env = machineWith('install ok installed')
    jest.spyOn(process, 'getuid').mockReturnValue(1000)
    await expect(installEngines(['text', 'firefox', 'roundcube'], env, signal)).resolves.toBeUndefined()
  })
})
