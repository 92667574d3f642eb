import { endMarkedProcesses } from './marked-processes'
import { progress } from './progress'
import { SupervisedProcess, type ProcessPlan } from './supervised-process'
import type { ProcessKey } from './stack-options'

interface Member {
  key: ProcessKey | null
  process: SupervisedProcess
}

/** Everything that runs in one stack. */
export class Supervisor {
  private readonly members: Member[] = []
  private stopping: Promise<void> | null = null

  constructor(
    private readonly homePath: string,
    private readonly onChange: () => void,
  ) {}

  /** Starts processes at once and resolves when all are ready; `key` null for one that stack.json does not list. */
  async start(key: ProcessKey | null, plans: readonly ProcessPlan[], timeoutMs: number): Promise<void> {
    if (this.stopping) return
    const added = plans.map((plan) => ({ key, process: new SupervisedProcess(plan, this.changed) }))
    this.members.push(...added)
    await Promise.all(added.map(({ process }) => process.start(timeoutMs)))
  }

  /** The ids of what runs at this moment. */
  get processes(): Partial<Record<ProcessKey, number[]>> {
    const running: Partial<Record<ProcessKey, number[]>> = {}
    for (const { key, process } of this.members) {
      if (key === null) continue
      running[key] ??= []
      if (process.pid !== null) running[key].push(process.pid)
    }
    return running
  }

  /** Stops the services, which may finish what they began, then the stores; and whatever else they had started. */
  stop(): Promise<void> {
    this.stopping ??= this.stopInOrder()
    return this.stopping
  }

  /** Ends everything at once. */
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
    progress(event === 'died' ? `${name} died; starting it again` : `${name} runs again`)
    if (!this.stopping) this.onChange()
  }
}
