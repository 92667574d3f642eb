import { baseSystemStatus, parseSimulatedInstall } from './debian-packages'

const paragraph = (name: string, ...lines: string[]): string =>
  [`Package: ${name}`, 'Status: install ok installed', ...lines, 'Version: 1'].join('\n')

const status = [
  paragraph(
    'dpkg',
    'Essential: yes',
    'Priority: required',
    'Pre-Depends: libc6 (>= 2.34), libzip-any:any | zip (<< 9)',
  ),
  paragraph('libc6', 'Priority: optional', 'Depends: libgcc-s1'),
  paragraph('libgcc-s1', 'Priority: optional'),
  paragraph('libzip-real', 'Priority: optional', 'Provides: libzip-any (= 2)'),
  paragraph('redis-server', 'Priority: optional', 'Depends: libc6'),
  paragraph('zip', 'Priority: optional').replace('install ok installed', 'deinstall ok config-files'),
].join('\n\n')

const namesOf = (text: string): string[] =>
  [...text.matchAll(/^Package: (.*)$/gm)].map((match) => match[1] ?? '').sort()

describe('the base system that packages are downloaded for', () => {
  it('is the required packages with all their dependencies, virtual ones too, and nothing else that is installed', () => {
    expect(namesOf(baseSystemStatus(status, []))).toEqual(['dpkg', 'libc6', 'libgcc-s1', 'libzip-real'])
  })

  it('counts unneeded dependencies as installed, so that they are left out', () => {
    const text = baseSystemStatus(status, ['x11-utils'])
    expect(namesOf(text)).toContain('x11-utils')
    expect(text).toMatch(/Package: x11-utils\nStatus: install ok installed/)
  })
})

describe('a simulated install', () => {
  it('names the packages that would be installed or upgraded, except the C library', () => {
    const output = [
      'NOTE: This is only a simulation!',
      'Inst libjemalloc2 (5.3.0-1 Debian:12.15/oldstable [amd64])',
      'Inst libc6 [2.36-9] (2.36-10 Debian:12.15/oldstable [amd64])',
      'Inst redis-server (5:7.0.15-1~deb12u10 Debian:12.15/oldstable [amd64])',
      'Conf libjemalloc2 (5.3.0-1 Debian:12.15/oldstable [amd64])',
    ].join('\n')
    expect(parseSimulatedInstall(output)).toEqual(['libjemalloc2', 'redis-server'])
  })
})
