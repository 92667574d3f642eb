import type { Service } from '@pas/settings/setting'
import type { StackPorts } from './ports'
import type { StackOptions } from './stack-options'
import { startsStore } from './stack-stores'

/** Key: what listens there. */
export function portsInUse(
  ports: StackPorts,
  services: readonly Service[],
  options: StackOptions,
): Record<string, number> {
  const numbered = (name: string, list: readonly number[]): [string, number][] =>
    list.map((port, index) => [index === 0 ? name : `${name}-${index + 1}`, port])
  return Object.fromEntries([
    ...(services.includes('auth') ? [['auth', ports.auth] as const] : []),
    ...(services.includes('api') ? numbered('api', ports.api) : []),
    ...(services.includes('api') ? [['mail', ports.mail] as const] : []),
    ...(services.includes('api') && !options.image ? [['the demo web', ports.demoWeb] as const] : []),
    ...(services.includes('images') ? [['images', ports.images] as const] : []),
    ...(services.includes('board') ? [['board', ports.board] as const] : []),
    ...(services.includes('render-worker') ? numbered('render-worker', ports.workerHealth) : []),
    ...(['postgres', 'redis'] as const)
      .filter((key) => startsStore(options, key))
      .map((key) => [key, ports[key]] as const),
  ])
}
