import { maxId } from '@pas/accounts/get-account'
import type { Request, Response } from 'express'
import { userOf } from '../login/require-sign-in'
import type { AdminRequest } from './as-admin'

export const adminRequest = (req: Request, res: Response): AdminRequest => ({
  admin: userOf(res),
  ip: req.ip,
})

/** 0, which no row has, for what is no id. */
export function idOf(req: Request): number {
  const { id } = req.params
  const number = typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : 0
  return number <= maxId ? number : 0
}
