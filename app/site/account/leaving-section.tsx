import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { SESSION_IDLE_DAYS } from '#modules/rules/kept.ts'

import type { SessionView } from './view.ts'

/** The devices that are logged in, with a logout for this one, another one, or all. */
export function LeavingSection({ sessions }: { sessions: readonly SessionView[] }) {
  const { leaving } = translation().messages.account
  return (
    <section className="card stack" aria-labelledby="leaving-heading">
      <h2 id="leaving-heading">{leaving.title}</h2>
      <ul className="sessions">
        {sessions.map((session) => (
          <Session key={session.sessionId} {...session} />
        ))}
      </ul>
      <p className="soft">{leaving.text(SESSION_IDLE_DAYS)}</p>
      <form method="post" className="row">
        <Button name="intent" value="log-out">
          {leaving.here}
        </Button>
        <Button name="intent" value="log-out-everywhere">
          {leaving.everywhere}
        </Button>
      </form>
    </section>
  )
}

function Session({ sessionId, device, usedAt, isHere }: SessionView) {
  const { leaving } = translation().messages.account
  const name = device ?? leaving.unknownDevice
  return (
    <li className="row">
      <p>
        <b>{name}</b>
        <br />
        <span className="soft">{isHere ? leaving.thisDevice : leaving.lastUsed(usedAt)}</span>
      </p>
      {!isHere && (
        <form method="post">
          <input type="hidden" name="session" value={sessionId} />
          <Button name="intent" value="end-session" aria-label={leaving.endNamed(name)}>
            {leaving.end}
          </Button>
        </form>
      )}
    </li>
  )
}
