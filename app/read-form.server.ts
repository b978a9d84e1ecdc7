/** What was sent with a form. What cannot be read as one counts as an empty form, and is answered so. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    return new FormData()
  }
}

/** A field as text; a file, or nothing, is an empty one. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
