import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { addressKey } from './http/address-key'

const callers = new AsyncLocalStorage<number>()
/** For scheduled jobs, and work that several callers wait for. */
const processCaller = 0

/** An account's id, in the board a user's; negative for an IP address. */
export const currentCaller = (): number => callers.getStore() ?? processCaller

export const asCaller = <Result>(id: number, work: () => Result): Result => callers.run(id, work)

/** For a caller whose account is not known yet. Addresses of one /64 are one caller. */
export const asAddress = <Result>(ip: string | undefined, work: () => Result): Result =>
  callers.run(-1 - createHash('sha256').update(addressKey(ip)).digest().readUInt32BE(), work)

export const asProcess = <Result>(work: () => Result): Result => callers.run(processCaller, work)
