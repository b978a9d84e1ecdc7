import { Component } from 'react'

import type { Start } from '#phone/state/start.ts'

type Props = { start: Start; children: React.ReactNode }

/** Says that a screen has failed, with a way to open it again: what was counted is on the disk. */
export class Fault extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { start, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <div className="phone">
        <p className="state state-stop" role="alert">
          {start.words.fault}
        </p>
        <a className="button button-action button-wide" href={start.addresses.page}>
          {start.words.openAgain}
        </a>
      </div>
    )
  }
}
