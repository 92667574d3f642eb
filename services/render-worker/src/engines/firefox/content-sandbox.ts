import type { ChromeProgram } from '../gecko/chrome-program'
import { sandboxStartError } from '../sandbox'

/** What the kernel gives Gecko's sandbox to work with, as Gecko itself finds it (about:support, "Sandbox"). */
export async function assertContentSandbox(program: ChromeProgram): Promise<void> {
  const { canSandboxContent, hasUserNamespaces } = await program.call<SandboxFindings>('sandbox')
  if (canSandboxContent && hasUserNamespaces) return
  throw sandboxStartError('firefox')
}

interface SandboxFindings {
  canSandboxContent: boolean
  hasUserNamespaces: boolean
}
