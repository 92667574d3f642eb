import type { Environment } from '../read-environment'
import { withStorage } from '../with-storage'
import { check, type Check } from './check'

/** Whether an object can be written, read and removed. */
export function checkStorage(env: Environment): Promise<Check> {
  return check('storage', 'check STORAGE_URL, its credentials and that the store runs', () =>
    withStorage(env, async (storage, place) => {
      await storage.check()
      return { status: 'ok', detail: `an object was written, read and removed in ${place}` }
    }),
  )
}
