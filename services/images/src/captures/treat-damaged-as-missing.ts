import { DamagedObjectError } from '@pas/storage/storage'

/** Null also for an object that is damaged: what can be drawn again is lost then, and is replaced. */
export async function treatDamagedAsMissing<Answer>(reading: Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof DamagedObjectError) return null
    throw error
  }
}
