import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { addressKey } from './http/address-key'

const callers = new AsyncLocalStorage<number>()
/** The number of the process itself, such as for its scheduled jobs and for what many callers wait for together. */
const ofProcess = 0

/**
 * The number of the caller for whom this code runs: an account's id, in the board a user's, or a negative number for an
 * IP address.
 */
export const currentCaller = (): number => callers.getStore() ?? ofProcess

/** Runs `work`, and everything that it starts, for the account or user with this id. */
export const asCaller = <Result>(id: number, work: () => Result): Result => callers.run(id, work)

/** The same for a caller of whom nothing but the IP address is known yet. Addresses of one /64 are one caller. */
export const asAddress = <Result>(ip: string | undefined, work: () => Result): Result =>
  callers.run(-1 - createHash('sha256').update(addressKey(ip)).digest().readUInt32BE(), work)

/** The same for the process: for work that a caller begins and that others wait for, too. */
export const asProcess = <Result>(work: () => Result): Result => callers.run(ofProcess, work)
