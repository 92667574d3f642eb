import type { Command } from 'commander'
import type { CommandContext } from './perform'

/** Adds `pas doctor`, which fails with `unhealthy` when a check failed. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('say what is reachable, which engines are served, and with which fonts and versions')
    .action(async () => {
      const { runDoctor } = await import('./doctor/run-doctor')
      await runDoctor(context)
    })
}
