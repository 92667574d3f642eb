import path from 'node:path'
import { clone } from './clone'
import type { DemoRows } from './demo'
import type { StackFile } from './stack-file'

export function describeStack(
  { file, made: { previewUrl, signInUrl } }: { file: StackFile; made: DemoRows },
  homePath: string,
): string {
  const near = (file: string): string => {
    const relative = path.relative(process.cwd(), file)
    return relative.startsWith('..') ? file : relative
  }
  const isUsualHome = homePath === path.join(clone, '.run')
  const lines: [what: string, where: string][] = []
  if (signInUrl !== null)
    lines.push([
      'the board',
      `${signInUrl} signs you in as ${file.demo?.user.email ?? ''}, once, within 24 hours`,
    ])
  if (previewUrl !== null) {
    lines.push(['a preview', previewUrl])
    const [, guid = ''] = /\/emails\/([^/]+)/.exec(previewUrl) ?? []
    const query = new URLSearchParams({ src: file.instant_url ?? '', guid })
    lines.push(['embedded', `${file.demo?.assets_url ?? ''}/embed/?${query.toString()}`])
  }
  if (file.smtp_address) lines.push(['send mail to', file.smtp_address])
  if (file.instant_url) lines.push(['the API', `${file.instant_url}/docs`])
  if (file.auth_url && file.demo)
    lines.push([
      'sign in',
      `${file.auth_url}/ as ${file.demo.user.email}; the password is demo.user.password in ${near(path.join(homePath, 'stack.json'))}`,
    ])
  if (file.auth_url && file.instant_url && file.demo)
    lines.push([
      'a partner',
      `${isUsualHome ? '' : `PAS_HOME=${homePath} `}node examples/partner/run.mjs, in another terminal`,
    ])
  lines.push([
    'trust',
    `${near(file.ca_file)}, the certificate that browsers and curl (--cacert) have to trust`,
  ])
  return lines.map(([what, where]) => `  ${what.padEnd(13)} ${where}\n`).join('')
}
