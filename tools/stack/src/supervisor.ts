import { endMarkedProcesses } from './marked-processes'
import { progress, StackError } from './progress'
import { SupervisedProcess, type ProcessPlan } from './supervised-process'
import type { ProcessKey } from './stack-options'

interface Member {
  key: ProcessKey | null
  process: SupervisedProcess
}

export class Supervisor {
  private readonly members: Member[] = []
  private stopping: Promise<void> | null = null

  constructor(
    private readonly homePath: string,
    private readonly onChange: () => void,
  ) {}

  /**
   * Concurrently; resolves when all are ready. `key`: where stack.json lists them; null: nowhere. Rejects with a
   * `StackError`, also once `stop` has been called.
   */
  async start(key: ProcessKey | null, plans: readonly ProcessPlan[], timeoutMs: number): Promise<void> {
    if (this.stopping) throw new StackError('No process is started while the stack is being stopped.')
    const added = plans.map((plan) => ({ key, process: new SupervisedProcess(plan, this.changed) }))
    this.members.push(...added)
    await Promise.all(added.map(({ process }) => process.start(timeoutMs)))
  }

  get processes(): Partial<Record<ProcessKey, number[]>> {
    const running: Partial<Record<ProcessKey, number[]>> = {}
    for (const { key, process } of this.members) {
      if (key === null) continue
      running[key] ??= []
      if (process.pid !== null) running[key].push(process.pid)
    }
    return running
  }

  /** Services, which may finish their work; then the stores; then child processes that are left. */
  stop(): Promise<void> {
    this.stopping ??= this.stopInOrder()
    return this.stopping
  }

  kill(): void {
    for (const { process } of this.members) process.kill()
  }

  private async stopInOrder(): Promise<void> {
    const isStore = ({ key }: Member): boolean => key === 'postgres' || key === 'redis'
    await Promise.all(this.members.filter((member) => !isStore(member)).map(({ process }) => process.stop()))
    await Promise.all(this.members.filter(isStore).map(({ process }) => process.stop()))
    await endMarkedProcesses(this.homePath)
  }

  private readonly changed = (name: string, event: 'died' | 'restarted'): void => {
    progress(event === 'died' ? `${name} died; restarting it` : `${name} was restarted`)
    if (!this.stopping) this.onChange()
  }
}
