import { Icon, type IconName } from './icons.tsx'

export type Tone = 'info' | 'positive' | 'warning' | 'danger'

const SIGNS: Record<Tone, IconName> = {
  info: 'info',
  positive: 'check',
  warning: 'warning',
  danger: 'warning',
}

type NoticeProps = React.ComponentProps<'div'> & { tone?: Tone; title?: string }

/** Something to know before going on. `role="alert"` or "status" where it appears by itself. */
export function Notice({ tone = 'info', title, children, ...rest }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} {...rest}>
      <Icon name={SIGNS[tone]} />
      <div>
        {title && (
          <p>
            <strong>{title}</strong>
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

type BadgeProps = { tone?: Tone; icon?: IconName; children: React.ReactNode }

/** A state in a word or two. Its colour only repeats what the word says. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
