import { Icon, type IconName } from './icons.tsx'

export type Tone = 'info' | 'positive' | 'warning' | 'danger'

const SIGNS: Record<Tone, IconName> = {
  info: 'info',
  positive: 'check',
  warning: 'warning',
  danger: 'warning',
}

type NoticeProps = React.ComponentProps<'div'> & { tone?: Tone; title?: string }

/**
 * A remark to read before going on. Use `role="alert"` or "status" if it appears without a page
 * load.
 */
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

/** A status in a word or two. Its colour only repeats the word. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
