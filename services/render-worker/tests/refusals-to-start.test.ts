import { loadConfig } from '../src/config'
import { blankPageUrl } from '../src/asset-origin'
import { startEngine } from '../src/engines/engine-registry'

const environment = {
  DATABASE_URL: 'postgresql://localhost/pas',
  REDIS_URL: 'redis://localhost',
  STORAGE_URL: 'file:///tmp/pas',
}

describe('a worker refuses to start', () => {
  it('with an unknown engine, naming the known ones', () => {
    expect(() => loadConfig({ ...environment, ENGINES: 'chromium,netscape' })).toThrow(
      /ENGINES: must be a comma-separated list of chromium, firefox, roundcube, text, thunderbird, webkit/,
    )
  })

  it('with a CAPTURE_TIMEOUT_MS that is not below JOB_TIMEOUT_MS', () => {
    expect(() =>
      loadConfig({ ...environment, CAPTURE_TIMEOUT_MS: '30000', JOB_TIMEOUT_MS: '30000' }),
    ).toThrow(/JOB_TIMEOUT_MS: must be above CAPTURE_TIMEOUT_MS \(30000\)/)
  })

  it.each(['/nowhere/chromium', '/etc/passwd'])(
    'with a browser at %s, saying what to install',
    async (chromiumPath) => {
      await expect(start({ chromiumPath })).rejects.toThrow(
        /^The engine 'chromium' cannot start: .*apt-get install chromium-headless-shell.*CHROMIUM_PATH/,
      )
    },
  )

  it('with a browser that ends at once, saying that it did not come up', async () => {
    await expect(start({ chromiumPath: '/bin/false' })).rejects.toThrow(/'\/bin\/false' did not come up/)
  })

  function start({ chromiumPath }: { chromiumPath: string }): Promise<unknown> {
    return startEngine('chromium', {
      chromiumPath,
      firefoxPath: null,
      thunderbirdPath: null,
      serveDocument: () => ({ url: '', release: () => undefined }),
      proxyUrl: 'http://127.0.0.1:9',
      blankPageUrl,
      concurrency: 1,
      isSandboxed: true,
      engineLimits: { captures: 1, residentBytes: 1 },
      onStartFailed: () => undefined,
      environment: {},
      framesOf: () => [],
    })
  }
})

describe('the configuration of a worker', () => {
  it('keeps secrets from the browser', () => {
    const { engineEnvironment } = loadConfig({
      ...environment,
      PATH: '/bin',
      AWS_SECRET_ACCESS_KEY: 's',
      AWS_ACCESS_KEY_ID: 'k',
    })
    expect(engineEnvironment).toEqual({ PATH: '/bin' })
  })
})
