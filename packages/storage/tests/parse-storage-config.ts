import { z } from 'zod'
import {
  checkStorageVariables,
  storageConfig,
  storageVariables,
  type StorageConfig,
} from '../src/open-storage'

const schema = z.object(storageVariables).superRefine(checkStorageVariables)

/** As a service reads it. Throws a ZodError. */
export const parseStorageConfig = (env: Record<string, string | undefined>): StorageConfig =>
  storageConfig(schema.parse(env))
