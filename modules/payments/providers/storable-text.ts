import { z } from 'zod'

/** Text that the database can keep: no zero character and no half of another, though JSON can hold both. */
export const storableText = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'))
