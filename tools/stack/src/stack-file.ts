import { rmSync } from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from './secrets'
import type { ProcessKey } from './stack-options'

/** As in stack.json (docs/contract.md §6.1), without the URL of its images. */
export interface Demo {
  account: string
  api_key: string
  client_id: string
  client_secret: string
  callback: string
  user: { email: string; password: string }
}

/** `$PAS_HOME/stack.json` (docs/contract.md §6.1), without members of services that were not started. */
export interface StackFile {
  board_url?: string
  auth_url?: string
  api_url?: string
  instant_url?: string
  images_url?: string
  /** Where SMTP is spoken: host and port. */
  smtp_address?: string
  api_urls?: string[]
  instant_urls?: string[]
  ca_file: string
  engines: readonly string[]
  processes: Partial<Record<ProcessKey, number[]>>
  demo?: Demo & { assets_url: string }
}

/** What the first rows add to it. */
export type InStackFile = Pick<StackFile, 'demo'>

const stackFile = (homePath: string): string => path.join(homePath, 'stack.json')
const environmentFile = (homePath: string): string => path.join(homePath, 'environment.json')

/** Its presence says that the stack is ready. */
export function writeStackFile(homePath: string, content: StackFile): void {
  writePrivateFile(stackFile(homePath), `${JSON.stringify(content, null, 2)}\n`)
}

export function writeEnvironmentFile(homePath: string, variables: Readonly<Record<string, string>>): void {
  writePrivateFile(environmentFile(homePath), `${JSON.stringify(variables, null, 2)}\n`)
}

export function removeStackFiles(homePath: string): void {
  rmSync(stackFile(homePath), { force: true })
  rmSync(environmentFile(homePath), { force: true })
}
