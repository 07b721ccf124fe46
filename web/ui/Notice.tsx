import { Alert } from '@zendeskgarden/react-notifications'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Button } from './Button.tsx'

interface NoticeProps {
  type: 'success' | 'warning' | 'error' | 'info'
  title: ReactNode
  children?: ReactNode
  /** What the user can do about it. */
  action?: { label: string; onClick: () => void }
}

/** A message that stays visible. Errors and warnings interrupt a screen reader. */
export function Notice({ type, title, children, action }: NoticeProps) {
  return (
    <Alert type={type} role={type === 'error' || type === 'warning' ? 'alert' : 'status'}>
      <Alert.Title>{title}</Alert.Title>
      {children && <Text>{children}</Text>}
      {action && (
        <Action>
          <Button size="small" onClick={action.onClick}>
            {action.label}
          </Button>
        </Action>
      )}
    </Alert>
  )
}

const Text = styled.div`
  margin-top: 4px;
`

const Action = styled.div`
  margin-top: 12px;
`
