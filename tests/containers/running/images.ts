import { listProductionPackages } from '../../../tools/release/src/licences/production-packages'
import { repository } from '../read-compose'
import { npmPackagesOf } from './npm-packages-of'
import {
  compose,
  containersOf,
  describeContainers,
  docker,
  engines,
  runInside,
  services,
  startStack,
  summary,
  upSeconds,
} from './stack'

const own = [...services, ...engines.map((engine) => `worker-${engine}` as const)]
/** An image may be this many times as large as what its packages need. */
const mostTimes = 1.2
/** Each image is unpacked or read to its end. */
const eachImageMs = 300_000

describeContainers('every image, as it runs in the stack', () => {
  beforeAll(startStack, 600_000)

  it('is healthy within 180 s', async () => {
    summary(`up --wait: ${upSeconds.toFixed(0)} s`)
    expect(upSeconds).toBeLessThan(180)
    const states = await compose('ps', '--format', '{{.Service}} {{.State}} {{.Health}}')
    expect(states.split('\n').filter((line) => line && !/ running (healthy)?$/.test(line))).toEqual([])
  })

  it.each(own)('is confined: %s', async (service) => {
    const [container = ''] = await containersOf(service)
    // Of the first process that is ours: tini, Node or the script itself.
    const status = await docker('exec', container, 'cat', '/proc/1/status')
    const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''
    expect({
      user: field('Uid').split('\t')[0],
      group: field('Gid').split('\t')[0],
      capabilities: ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map(field).join(' '),
      newPrivileges: field('NoNewPrivs') === '0',
      seccomp: field('Seccomp'),
    }).toEqual({
      user: '10001',
      group: '10001',
      capabilities: Array(5).fill('0000000000000000').join(' '),
      newPrivileges: false,
      seccomp: '2',
    })
    await expect(docker('exec', container, 'sh', '-c', ': > /written')).rejects.toThrow(
      /Read-only file system/,
    )
  })

  it.each(own)('has no package manager, and cannot read its own Node: %s', async (service) => {
    const [container = ''] = await containersOf(service)
    const found = await docker('exec', container, 'sh', '-c', 'command -v npm npx corepack yarn pnpm; true')
    expect(found).toBe('')
    if (service !== 'backup')
      await expect(
        docker('exec', container, 'sh', '-c', 'cat "$(command -v node)" >/dev/null'),
      ).rejects.toThrow(/Permission denied/)
  })

  it('is at most 1.2 times as large as what its packages need', async () => {
    const rows: Record<string, number[]> = {}
    for (const service of own.filter((name) => name !== 'worker-text')) {
      const [container = ''] = await containersOf(service)
      const image = (await docker('inspect', '--format', '{{.Image}}', container)).trim()
      const bytes = Number(await docker('image', 'inspect', '--format', '{{.Size}}', image))
      // Debian's packages by their own word, Node, and what the service and its packages are.
      const parts = await docker(
        ...['run', '--rm', '--user', '0', '--entrypoint', 'sh', image, '-c'],
        `dpkg-query --show --showformat '\${Installed-Size}\\n' | awk '{ sum += $1 } END { print sum * 1024 }'
         du --summarize --bytes /usr/local /app 2>/dev/null | awk '{ print $1 }'`,
      )
      const [packages = 0, node = 0, app = 0] = parts.trim().split('\n').map(Number)
      const mb = (count: number): number => Math.round(count / 1e6)
      summary(
        `image ${service}: ${mb(bytes)} MB; packages ${mb(packages)}, Node ${mb(node)}, service ${mb(app)}`,
      )
      rows[service] = [bytes, packages + node + app]
    }
    const tooLarge = Object.entries(rows).filter(([, [bytes = 0, needed = 0]]) => bytes > mostTimes * needed)
    expect(tooLarge).toEqual([])
  })

  it(
    'holds no npm package that `npm run sbom` and `npm run audit` do not look at',
    async () => {
      const known = new Set(
        listProductionPackages(repository).map(({ name, version }) => `${name}@${version}`),
      )
      for (const service of own.filter((name) => name !== 'worker-text' && name !== 'backup')) {
        const [container = ''] = await containersOf(service)
        const names = await npmPackagesOf(container)
        const debian = await docker('exec', container, 'dpkg-query', '--show')
        summary(
          `inside ${service}: ${names.length} npm packages, ${debian.trim().split('\n').length} of Debian`,
        )
        expect(names.length).toBeGreaterThan(50)
        expect([service, names.filter((name) => !known.has(name))]).toEqual([service, []])
      }
    },
    eachImageMs,
  )

  it(
    'has no secret in any layer',
    async () => {
      for (const service of own.filter((name) => name !== 'worker-text')) {
        const [container = ''] = await containersOf(service)
        const image = (await docker('inspect', '--format', '{{.Image}}', container)).trim()
        const history = await docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', image)
        const env = await docker('image', 'inspect', '--format', '{{json .Config.Env}}', image)
        expect(`${history}${env}`).not.toMatch(/(PASSWORD|SECRET|_KEY|TOKEN)=/)
        const files = await docker(
          ...['run', '--rm', '--user', '0', '--entrypoint', 'sh', image, '-c'],
          String.raw`find / -xdev \( -name '*.env' -o -name '.npmrc' -o -name '.git' -o -name '*.pem' -o -name '*.key' -o -name 'id_*' \) -not -path '/proc/*' -not -path '/etc/ssl/certs/*' -not -path '/usr/lib/ssl/*' -not -path '/usr/share/*' -not -path '/app/node_modules/*'`,
        )
        expect([service, files]).toEqual([service, ''])
        // PostgreSQL's own layers have the key of Debian's ssl-cert.
        if (service === 'backup') continue
        // Also in what a later layer hides. Counts the lines that begin a key, and npm's tokens.
        const keys = '^-----BEGIN ([A-Z]+ )?PRIVATE KEY-----$|_authToken='
        const layers = `docker save "$0" | grep --text --count --extended-regexp -e "$1" || true`
        const found = await runInside('sh', '-c', layers, image, keys)
        expect([service, found.trim()]).toEqual([service, '0'])
      }
    },
    eachImageMs,
  )
})
