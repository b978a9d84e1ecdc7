import { z } from 'zod'

/**
 * Text that the database can store: no NUL character and no lone surrogate, though JSON allows
 * both.
 */
export const storableText = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'))
