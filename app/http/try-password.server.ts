import { mayTry, mayTryAt, takeBack, takeBackOwn } from '#platform/limits/rate-limit.server.ts'

/** Limits of wrong passwords: from one address, and for one account from all addresses. */
const WRONG_HERE = { name: 'password', tries: 20, seconds: 600, shared: true }
const WRONG_AT_ONE = { name: 'password-of', tries: 50, seconds: 3600, shared: true }
/** The limit for the owner, logged in or in a known browser; attempts of strangers do not count. */
const WRONG_BY_OWNER = { name: 'password-by-owner', tries: 20, seconds: 3600, shared: true }
/** Each attempt costs a hash, right or wrong. */
const ALL_HERE = { name: 'password-hashes', tries: 200, seconds: 600 }

type Guess = {
  /** The email address of the password, or a token that stands for it. */
  at: string
  /** The proof that the owner is trying: a session or a known browser. */
  owner?: string | undefined
}

type Outcome = { ok: true } | { ok: false; reason: string }
type TooManyTries = { ok: false; reason: 'too-many-tries' }

/**
 * Runs a password attempt within the limits, whether or not the account exists. Only wrong
 * passwords count. Attempts beyond the limit of an address do not count for the account, so that
 * one address cannot lock it; the owner has a separate limit, and strangers cannot lock them out.
 */
export async function tryPassword<Answer extends Outcome>(
  guess: Guess,
  attempt: () => Promise<Answer>,
): Promise<Answer | TooManyTries> {
  const counted = guess.owner ? await countOwner(guess.owner) : await countStranger(guess.at)
  if (!counted) return { ok: false, reason: 'too-many-tries' }
  let isWrong = false
  try {
    const answer = await attempt()
    isWrong = !answer.ok && isWrongGuess(answer.reason)
    return answer
  } finally {
    if (!isWrong) await counted.takeBack()
  }
}

type Counted = { takeBack: () => Promise<void> }

async function countOwner(owner: string): Promise<Counted | undefined> {
  if (!(await mayTryAt(WRONG_BY_OWNER, owner))) return undefined
  return { takeBack: () => takeBack(WRONG_BY_OWNER, owner) }
}

async function countStranger(at: string): Promise<Counted | undefined> {
  const isAllowed =
    (await mayTry(ALL_HERE)) &&
    (await mayTry(WRONG_HERE)) &&
    (await mayTryAt(WRONG_AT_ONE, at.toLowerCase()))
  if (!isAllowed) return undefined
  return {
    takeBack: async () => {
      await takeBackOwn(WRONG_HERE)
      await takeBack(WRONG_AT_ONE, at.toLowerCase())
    },
  }
}

function isWrongGuess(reason: string): boolean {
  return ['wrong-login', 'wrong-password', 'link-spent'].includes(reason)
}
