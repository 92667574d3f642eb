export function assertPortsFree(ports: Readonly<Record<string, number>>): Promise<void>
