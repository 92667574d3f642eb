import type { ChromeProgram } from '../gecko/chrome-program'
import { sandboxStartError } from '../sandbox'

/** Throws an `EngineStartError` unless Gecko can sandbox content (about:support, "Sandbox"). */
export async function assertContentSandbox(program: ChromeProgram): Promise<void> {
  const { canSandboxContent, hasUserNamespaces } = await program.call<SandboxFindings>('sandbox')
  if (canSandboxContent && hasUserNamespaces) return
  throw sandboxStartError('firefox')
}

interface SandboxFindings {
  canSandboxContent: boolean
  hasUserNamespaces: boolean
}
