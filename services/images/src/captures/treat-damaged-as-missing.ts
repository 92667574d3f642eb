import { DamagedObjectError } from '@pas/storage/storage'

/** A damaged object is drawn again and replaced. */
export async function treatDamagedAsMissing<Answer>(reading: Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof DamagedObjectError) return null
    throw error
  }
}
