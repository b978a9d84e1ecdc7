import { readText } from '#app/components/text/read-text.server.ts'

/** The most frequent questions for the home page, by their ids in content/…/faq.md. */
const TOP_QUESTIONS = ['where', 'late-flight', 'cancel', 'luggage', 'pay-on-board', 'print']

export type Question = { id: string; question: string; html: string }

/** The top questions with their answers; `id` is their fragment on /faq. */
export async function listTopQuestions(): Promise<Question[]> {
  const { sections } = await readText('faq')
  const all = sections.flatMap(({ parts }) => parts)
  return TOP_QUESTIONS.flatMap((wanted) => {
    const part = all.find(({ id }) => id === wanted)
    return part ? [{ id: part.id, question: part.heading, html: part.html }] : []
  })
}
